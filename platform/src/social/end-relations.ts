import type { Db } from '../foundation/database.ts'
import { addToCounts } from './counts.ts'
import { pairOf } from './rules.ts'

/**
 * Ends friendship, follows and friend requests between two users, in the transaction that blocks one of them. The caller has
 * locked both users.
 */
export async function endRelations(db: Db, oneId: string, otherId: string): Promise<void> {
  const { low_id, high_id } = pairOf(oneId, otherId)
  const friendship = await db
    .deleteFrom('friendships')
    .where('low_id', '=', low_id)
    .where('high_id', '=', high_id)
    .returning('requested_by')
    .executeTakeFirst()
  const follows = await db
    .deleteFrom('follows')
    .where((eb) =>
      eb.or([
        eb.and([eb('follower_id', '=', oneId), eb('followed_id', '=', otherId)]),
        eb.and([eb('follower_id', '=', otherId), eb('followed_id', '=', oneId)]),
      ]),
    )
    .returning('follower_id')
    .execute()
  const friends = friendship?.requested_by === null ? -1 : 0
  const changeOf = (userId: string) => {
    const following = -follows.filter(({ follower_id }) => follower_id === userId).length
    return { userId, friends, following, followers: -follows.length - following }
  }
  if (friends !== 0 || follows.length > 0) await addToCounts(db, [changeOf(oneId), changeOf(otherId)])
}
