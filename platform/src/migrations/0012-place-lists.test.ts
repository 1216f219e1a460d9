import { expect, test } from 'vitest'
import { listPlaces } from '../places/lists/list.ts'
import { createPlaceRankings } from '../places/lists/ranking.ts'
import { listVersions } from '../places/versions/queries.ts'
import { ratingOf } from '../places/votes/rules.ts'
import { accountRow } from '../testing/account-row.ts'
import { makeUnmigrated } from '../testing/migrating.ts'
import { databases } from '../testing/platforms.ts'

test.each(databases)(
  'on %s, places from before are found, rated by their votes, and their files are versions',
  async (kind) => {
    const open = await makeUnmigrated(kind)
    const before = await open('0010')
    const people = ['anna', 'ben', 'cleo'].map((name) => accountRow(name, { id: name }))
    await before.insertInto('users').values(people).execute()
    const place = {
      description: '',
      description_updated: 0,
      owner_id: 'anna',
      updated: 0,
      max_players: 10,
      private_server: 0,
      dedicated: 0,
      server_address: '',
      server_port: 53_640,
      server_ping: 0,
    }
    // More than are renamed by one statement.
    const many = Array.from({ length: 620 }, (_, index) => ({
      ...place,
      id: 200_000_000 + index,
      name: `Ｗide ${index}`,
      created: index,
      private_ticket: `p${index}`,
      server_ticket: `s${index}`,
      data_size: index < 2 ? 5 : null,
      // Two have the same content.
      data_sha256: index < 2 ? 'a'.repeat(64) : null,
      data_updated: index < 2 ? 1_000 + index : null,
    }))
    for (let at = 0; at < many.length; at += 100) {
      await before
        .insertInto('places')
        .values(many.slice(at, at + 100))
        .execute()
    }
    const [liked = 0, disputed = 0] = many.map(({ id }) => id)
    await before
      .insertInto('place_votes')
      .values([
        { place_id: liked, user_id: 'anna', vote: 1 },
        { place_id: liked, user_id: 'ben', vote: 1 },
        { place_id: disputed, user_id: 'anna', vote: 1 },
        { place_id: disputed, user_id: 'cleo', vote: -1 },
      ])
      .execute()
    await before.destroy()

    const db = await open()
    const platform = { db, placeRankings: createPlaceRankings({ db, now: Date.now }) }
    const { places } = await listPlaces(platform, { sort: 'rated' })
    expect(places.slice(0, 3)).toMatchObject([
      { id: liked, likeCount: 2, dislikeCount: 0 },
      { id: disputed, likeCount: 1, dislikeCount: 1 },
      { likeCount: 0, dislikeCount: 0 },
    ])
    const rated = await db
      .selectFrom('places')
      .select(['id', 'rating'])
      .where('rating', '>', 0)
      .orderBy('id')
      .execute()
    expect(rated).toEqual([
      { id: liked, rating: ratingOf({ like_count: 2, dislike_count: 0 }) },
      { id: disputed, rating: ratingOf({ like_count: 1, dislike_count: 1 }) },
    ])
    // By the beginning, and by a part: whatever the width of the letters.
    for (const q of ['wide 61', 'ide 619']) {
      expect(
        (await listPlaces(platform, { q })).places.map(({ name }) => name),
        q,
      ).toContain('Ｗide 619')
    }
    const version = { version: 1, size: 5, sha256: 'a'.repeat(64), username: 'anna', restoredFrom: null }
    expect(await listVersions(db, liked)).toEqual([{ ...version, created: 1_000 }])
    expect(await listVersions(db, disputed)).toEqual([{ ...version, created: 1_001 }])
    expect(await db.selectFrom('place_files').selectAll().execute()).toHaveLength(1)
    await db.destroy()
  },
)
