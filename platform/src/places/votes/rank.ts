import type { Db } from '../../foundation/database.ts'
import { ratingOf, recount } from './rules.ts'

/**
 * Lets rankings count the votes of players who voted before they first played. The places are locked, so no other transaction
 * changes their votes.
 */
export async function rankVotes(
  db: Db,
  newcomers: readonly { user_id: string; place_id: number }[],
): Promise<void> {
  if (newcomers.length === 0) return
  const pairs = new Set(newcomers.map(({ user_id, place_id }) => `${place_id} ${user_id}`))
  const votes = await db
    .selectFrom('place_votes')
    .select(['place_id', 'user_id', 'vote'])
    .where('user_id', 'in', [...new Set(newcomers.map(({ user_id }) => user_id))])
    .where('place_id', 'in', [...new Set(newcomers.map(({ place_id }) => place_id))])
    .where('ranked', '=', 0)
    .execute()
  for (const { place_id, user_id, vote } of votes) {
    if (!pairs.has(`${place_id} ${user_id}`)) continue
    const own = db.updateTable('place_votes').set({ ranked: 1 }).where('place_id', '=', place_id)
    await own.where('user_id', '=', user_id).execute()
    const { ranked_likes, ranked_dislikes } = await db
      .selectFrom('places')
      .select(['ranked_likes', 'ranked_dislikes'])
      .where('id', '=', place_id)
      .executeTakeFirstOrThrow()
    const counts = recount({ likes: ranked_likes, dislikes: ranked_dislikes }, 0, vote)
    await db
      .updateTable('places')
      .set({ ranked_likes: counts.likes, ranked_dislikes: counts.dislikes, rating: ratingOf(counts) })
      .where('id', '=', place_id)
      .execute()
  }
}
