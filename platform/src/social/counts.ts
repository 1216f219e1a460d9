import type { Db } from '../foundation/database.ts'

interface Change {
  userId: string
  followers?: number
  following?: number
  friends?: number
}

/**
 * Updates the counts in the transaction that writes the counted rows. Takes the users in the order of their ids, so that
 * transactions cannot deadlock.
 */
export async function addToCounts(db: Db, changes: readonly Change[]): Promise<void> {
  const sorted = changes.toSorted((one, other) => (one.userId < other.userId ? -1 : 1))
  await db
    .insertInto('social_counts')
    .values(
      sorted.map(({ userId, followers = 0, following = 0, friends = 0 }) => ({
        user_id: userId,
        followers,
        following,
        friends,
      })),
    )
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet(({ eb, ref }) => ({
        followers: eb('social_counts.followers', '+', ref('excluded.followers')),
        following: eb('social_counts.following', '+', ref('excluded.following')),
        friends: eb('social_counts.friends', '+', ref('excluded.friends')),
      })),
    )
    .execute()
}
