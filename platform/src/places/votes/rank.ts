import type { Db } from '../../foundation/database.ts'
import { rate } from './queries.ts'

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
    .select(['place_id', 'user_id'])
    .where('user_id', 'in', [...new Set(newcomers.map(({ user_id }) => user_id))])
    .where('place_id', 'in', [...new Set(newcomers.map(({ place_id }) => place_id))])
    .where('ranked', '=', 0)
    .execute()
  const ranked = votes.filter(({ place_id, user_id }) => pairs.has(`${place_id} ${user_id}`))
  for (const { place_id, user_id } of ranked)
    await db
      .updateTable('place_votes')
      .set({ ranked: 1 })
      .where('place_id', '=', place_id)
      .where('user_id', '=', user_id)
      .execute()
  for (const placeId of new Set(ranked.map(({ place_id }) => place_id))) await rate(db, placeId)
}
