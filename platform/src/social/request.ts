import { requireUser } from '../accounts/queries.ts'
import type { Actor } from '../accounts/rules.ts'
import type { Db } from '../database.ts'
import type { Clock } from '../foundation/clock.ts'
import { Refused } from '../foundation/errors.ts'
import type { UserLimits } from '../foundation/user-limits.ts'
import type { Inbox } from '../notifications/inbox.ts'
import { notify } from '../notifications/notify.ts'
import { befriend } from './befriend.ts'
import { ofPair } from './queries.ts'
import { pairOf, refuseOneself } from './rules.ts'

/**
 * The actor asks the user to be friends. When the user has asked already they are friends from now on, also when both
 * ask at the same moment. Asking again changes nothing.
 *
 * @throws Refused `missing`: no such user; `invalid`: oneself, or they are friends already; `limited`.
 */
export async function requestFriendship(
  platform: { db: Db; now: Clock; inbox: Inbox; userLimits: Pick<UserLimits, 'friendRequest'> },
  actor: Actor,
  username: string,
): Promise<void> {
  const user = await requireUser(platform.db, username)
  refuseOneself(actor, user)
  await platform.userLimits.friendRequest.spend(actor.id)
  const time = platform.now()
  const told = await platform.db.transaction().execute(async (db) => {
    // One statement, and so one winner: it inserts the request, or turns the other's into a friendship. It holds the
    // pair's row even when it leaves it as it is.
    const written = await db
      .insertInto('friendships')
      .values({ ...pairOf(actor.id, user.id), requested_by: actor.id, created: time })
      .onConflict((conflict) =>
        conflict
          .columns(['low_id', 'high_id'])
          .doUpdateSet({ requested_by: null, created: time })
          .where('friendships.requested_by', '=', user.id),
      )
      .returning('requested_by')
      .executeTakeFirst()
    if (!written) {
      const row = await ofPair(db, actor.id, user.id).select('requested_by').executeTakeFirst()
      if (row?.requested_by === null) throw new Refused('invalid', 'Already friends')
      return false
    }
    if (written.requested_by === null) await befriend(db, actor, user.id, time)
    else {
      await notify(
        db,
        {
          recipientId: user.id,
          senderId: actor.id,
          type: 'friendrequest',
          note: 'sent you a friend request',
          link: `/user/${actor.username}`,
        },
        time,
      )
    }
    return true
  })
  if (told) platform.inbox.wake(user.id)
}

/**
 * The actor takes a request back, if there is one.
 *
 * @throws Refused `missing`: no such user.
 */
export async function cancelRequest(platform: { db: Db }, actor: Actor, username: string): Promise<void> {
  const user = await requireUser(platform.db, username)
  await removeRequest(platform.db, { from: actor.id, to: user.id })
}

/** A request that is no longer there when it is removed was answered, or taken back, a moment before. */
export async function removeRequest(db: Db, { from, to }: { from: string; to: string }): Promise<void> {
  const { low_id, high_id } = pairOf(from, to)
  await db
    .deleteFrom('friendships')
    .where('low_id', '=', low_id)
    .where('high_id', '=', high_id)
    .where('requested_by', '=', from)
    .execute()
}
