import type { Clock } from '@baseplate/service/clock'
import {
  countMarked,
  deleteMute,
  insertMute,
  lockUser,
  requireUser,
  useCase,
  userInput,
} from '../accounts/door.ts'
import type { Db } from '../foundation/database.ts'
import { forgetSender, type Inbox } from '../notifications/door.ts'
import { refuseBeyondLimit, refuseOneself } from './rules.ts'

/** @throws Refused `missing`: no such user; `invalid`: the user is the actor, or the actor has muted too many. */
export const muteUser = useCase(
  {
    summary:
      "Hides a user's posts, comments and notifications from the actor. Nobody else notices. Repeating it changes nothing.",
    scope: 'social',
    input: userInput,
  },
  async (
    platform: { db: Db; now: Clock; inbox: Pick<Inbox, 'wake'> },
    actor,
    { username },
  ): Promise<void> => {
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
  },
)

/** @throws Refused `missing` */
export const unmuteUser = useCase(
  {
    summary:
      "Shows a muted user's posts, comments and notifications again, including earlier posts and comments.",
    scope: 'social',
    input: userInput,
  },
  async ({ db }: { db: Db }, actor, { username }): Promise<void> => {
    const user = await requireUser(db, username)
    await deleteMute(db, actor.id, user.id)
  },
)
