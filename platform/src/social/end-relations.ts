import type { Db } from '../foundation/database.ts'
import { pairOf } from './rules.ts'

/**
 * Ends friendship, follows and friend requests between two users, in the transaction that blocks one of them. The caller has
 * locked both users.
 */
export async function endRelations(db: Db, oneId: string, otherId: string): Promise<void> {
  const { low_id, high_id } = pairOf(oneId, otherId)
  await db.deleteFrom('friendships').where('low_id', '=', low_id).where('high_id', '=', high_id).execute()
  await db
    .deleteFrom('follows')
    .where((eb) =>
      eb.or([
        eb.and([eb('follower_id', '=', oneId), eb('followed_id', '=', otherId)]),
        eb.and([eb('follower_id', '=', otherId), eb('followed_id', '=', oneId)]),
      ]),
    )
    .execute()
}
