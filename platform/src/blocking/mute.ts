import type { Clock } from '@baseplate/service/clock'
import { countMarked, deleteMute, insertMute } from '../accounts/blocks/queries.ts'
import { lockUser, requireUser } from '../accounts/queries.ts'
import type { Actor } from '../accounts/rules.ts'
import type { Db } from '../database.ts'
import { forgetSender } from '../notifications/forget-sender.ts'
import type { Inbox } from '../notifications/inbox.ts'
import { refuseBeyondLimit, refuseOneself } from './rules.ts'

/**
 * Hides a user's posts, comments and notifications from the actor. Nobody else notices. Repeating it changes nothing.
 *
 * @throws Refused `missing`: no such user; `invalid`: the user is the actor, or the actor has muted too many.
 */
export async function muteUser(
  platform: { db: Db; now: Clock; inbox: Pick<Inbox, 'wake'> },
  actor: Actor,
  username: string,
): Promise<void> {
  const user = await requireUser(platform.db, username)
  refuseOneself(actor, user)
  await platform.db.transaction().execute(async (db) => {
    await lockUser(db, actor.id)
    const marked = await countMarked(db, actor.id)
    if (!(await insertMute(db, actor.id, user.id, platform.now()))) return
    refuseBeyondLimit(marked)
    await forgetSender(db, actor.id, user.id)
  })
  platform.inbox.wake(actor.id)
}

/** Shows a muted user's posts, comments and notifications again, including earlier posts and comments. @throws Refused `missing` */
export async function unmuteUser({ db }: { db: Db }, actor: Actor, username: string): Promise<void> {
  const user = await requireUser(db, username)
  await deleteMute(db, actor.id, user.id)
}
