import { describe, expect, test } from 'vitest'
import type { Database } from '../foundation/database.ts'
import { openEarlier } from '../testing/earlier-database.ts'
import { databases } from '../testing/platforms.ts'
import { wrongCounts } from '../testing/wrong-counts.ts'
import * as initial from './0001-initial.ts'
import * as oneTableOfComments from './0002-one-table-of-comments-after-0002.ts'

const known = { '0001-initial': initial, '0002-one-table-of-comments-after-0002': oneTableOfComments }

describe.each(databases)('the migration to counters by triggers on %s', (kind) => {
  test('counts the rows that there are', async () => {
    const { db, migrated } = await openEarlier<Database>(kind, known)
    const vote = { place_id: 1, vote: 1, ranked: 1 } as const
    await db
      .insertInto('place_votes')
      .values([
        { ...vote, user_id: 'anna' },
        { ...vote, user_id: 'ben', vote: -1, ranked: 0 },
      ])
      .execute()
    await db.insertInto('place_favourites').values({ place_id: 1, user_id: 'ben', created: 0 }).execute()
    await db.insertInto('group_members').values({ group_id: 1, user_id: 'anna', created: 0 }).execute()
    await db.insertInto('follows').values({ follower_id: 'anna', followed_id: 'ben', created: 0 }).execute()
    await db
      .insertInto('friendships')
      .values({ low_id: 'anna', high_id: 'ben', requested_by: null, created: 0 })
      .execute()
    await db.updateTable('places').set({ favourite_count: 7 }).execute()
    await db
      .insertInto('social_counts')
      .values({ user_id: 'anna', followers: 3, following: 0, friends: 0 })
      .execute()
    expect(await wrongCounts(db)).toHaveLength(9)
    await db.destroy()
    const after = await migrated()
    expect(await wrongCounts(after)).toEqual([])
    expect(await after.selectFrom('social_counts').selectAll().orderBy('user_id').execute()).toEqual([
      { user_id: 'anna', followers: 0, following: 1, friends: 1 },
      { user_id: 'ben', followers: 1, following: 0, friends: 1 },
    ])
    const places = after.selectFrom('places').select(['favourite_count', 'like_count', 'dislike_count'])
    expect(await places.select(['ranked_likes', 'ranked_dislikes']).executeTakeFirst()).toEqual({
      favourite_count: 1,
      like_count: 1,
      dislike_count: 1,
      ranked_likes: 1,
      ranked_dislikes: 0,
    })
  })
})
