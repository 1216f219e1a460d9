import type { Db } from '../database.ts'

interface Change {
  userId: string
  followers?: number
  following?: number
  friends?: number
}

/**
 * Keeps the counts with the rows that were just written, in their transaction. Whoever changes counts of two people
 * takes them in the same order, so that nobody waits for each other.
 */
export async function addToCounts(db: Db, changes: readonly Change[]): Promise<void> {
  const inOrder = changes.toSorted((one, other) => (one.userId < other.userId ? -1 : 1))
  await db
    .insertInto('social_counts')
    .values(
      inOrder.map(({ userId, followers = 0, following = 0, friends = 0 }) => ({
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
