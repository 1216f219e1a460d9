import { requireUser } from '../accounts/queries.ts'
import type { Actor } from '../accounts/rules.ts'
import type { Db } from '../database.ts'
import type { Clock } from '../foundation/clock.ts'
import { Refused } from '../foundation/errors.ts'
import type { Inbox } from '../notifications/inbox.ts'
import { befriend } from './befriend.ts'
import { removeRequest } from './request.ts'
import { pairOf } from './rules.ts'

/**
 * The user, who has asked, and the actor are friends from now on.
 *
 * @throws Refused `missing`: no such user; `invalid`: the user has not asked, or no longer.
 */
export async function acceptRequest(
  platform: { db: Db; now: Clock; inbox: Inbox },
  actor: Actor,
  username: string,
): Promise<void> {
  const user = await requireUser(platform.db, username)
  const time = platform.now()
  await platform.db.transaction().execute(async (db) => {
    const { low_id, high_id } = pairOf(actor.id, user.id)
    const accepted = await db
      .updateTable('friendships')
      .set({ requested_by: null, created: time })
      .where('low_id', '=', low_id)
      .where('high_id', '=', high_id)
      .where('requested_by', '=', user.id)
      .returning('created')
      .executeTakeFirst()
    if (!accepted) throw new Refused('invalid', 'No friend request to accept')
    await befriend(db, actor, user.id, time)
  })
  platform.inbox.wake(user.id)
}

/**
 * The actor does not want to be friends with the user, who is not told.
 *
 * @throws Refused `missing`: no such user.
 */
export async function declineRequest(platform: { db: Db }, actor: Actor, username: string): Promise<void> {
  const user = await requireUser(platform.db, username)
  await removeRequest(platform.db, { from: user.id, to: actor.id })
}
