import type { Clock } from '@baseplate/service/clock'
import {
  countMarked,
  deleteBlock,
  insertBlock,
  lockUsers,
  requireUser,
  useCase,
  userInput,
} from '../accounts/door.ts'
import type { Db } from '../foundation/database.ts'
import { forgetSender, type Inbox } from '../notifications/door.ts'
import { leaveSharedParty } from '../parties/door.ts'
import { endRelations } from '../social/door.ts'
import { refuseBeyondLimit, refuseOneself } from './rules.ts'

/** @throws Refused `missing`: no such user; `invalid`: the user is the actor, or the actor has blocked too many. */
export const blockUser = useCase(
  {
    summary:
      'Blocks a user for the actor, which ends friendship, follows and friend requests between the two. The actor leaves a party that they share. Repeating it changes nothing, and the user is not notified.',
    scope: 'social',
    input: userInput,
  },
  async (
    platform: { db: Db; now: Clock; inbox: Pick<Inbox, 'wake' | 'reportChange'> },
    actor,
    { username },
  ): Promise<void> => {
    const user = await requireUser(platform.db, username)
    refuseOneself(actor, user)
    const time = platform.now()
    const inParty = await platform.db.transaction().execute(async (db) => {
      // Follows, requests and joins of a party take the same lock, so none of them can be added during the block.
      await lockUsers(db, [actor.id, user.id])
      const marked = await countMarked(db, actor.id)
      if (!(await insertBlock(db, actor.id, user.id, time))) return []
      refuseBeyondLimit(marked)
      await endRelations(db, actor.id, user.id)
      const left = await leaveSharedParty(db, actor.id, user.id, time)
      const inboxes = [
        [actor.id, user.id],
        [user.id, actor.id],
      ] as const
      for (const [recipientId, senderId] of inboxes.toSorted(([one], [other]) => (one < other ? -1 : 1)))
        await forgetSender(db, recipientId, senderId)
      return left
    })
    for (const { id } of [actor, user]) platform.inbox.wake(id)
    platform.inbox.reportChange(inParty, 'party')
  },
)

/** @throws Refused `missing` */
export const unblockUser = useCase(
  {
    summary:
      "Ends the actor's block of a user, if there is one. Friendship and follows that the block has ended stay ended.",
    scope: 'social',
    input: userInput,
  },
  async ({ db }: { db: Db }, actor, { username }): Promise<void> => {
    const user = await requireUser(db, username)
    await deleteBlock(db, actor.id, user.id)
  },
)
