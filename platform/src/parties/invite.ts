import type { Clock } from '@baseplate/service/clock'
import { lockUsers, requireUser, useCase, userInput } from '../accounts/door.ts'
import type { Actor } from '../accounts/rules.ts'
import type { Db } from '../foundation/database.ts'
import { Refused } from '../foundation/errors.ts'
import { type Inbox, notify } from '../notifications/door.ts'
import { findRelation } from '../social/door.ts'
import { findPartyOf, listMembers } from './queries.ts'
import { maxMembers, notInParty, partyPath } from './rules.ts'

/**
 * @throws Refused `conflict`: the actor is in no party, the party is full, or the friend is in it already; `missing`: no such
 * user; `forbidden`: the user is not a friend of the actor.
 */
export const inviteToParty = useCase(
  {
    summary:
      "Invites a friend of the actor to the actor's party. A second invitation is not sent while the first is unread.",
    scope: 'social',
    input: userInput,
  },
  async (platform: { db: Db; now: Clock; inbox: Inbox }, actor, { username }): Promise<void> => {
    const { db, now, inbox } = platform
    if (!(await findPartyOf(db, actor.id))) throw notInParty()
    const user = await requireUser(db, username)
    const time = now()
    await db.transaction().execute(async (trx) => {
      // Joining the party, leaving it and blocking take the same locks.
      await lockUsers(trx, [actor.id, user.id])
      const { code } = await requirePartyFor(trx, actor, user.id, time)
      const invitation = {
        type: 'party',
        happening: { event: 'party', values: {} },
        link: partyPath(code),
      } as const
      await notify(trx, { recipientId: user.id, senderId: actor.id, ...invitation }, time)
    })
    inbox.wake(user.id)
  },
)

/** Returns the party of the actor, unless they may not invite the user to it. @throws Refused `conflict`, `forbidden` */
async function requirePartyFor(db: Db, actor: Actor, userId: string, now: number) {
  const party = await findPartyOf(db, actor.id)
  if (!party) throw notInParty()
  const members = await listMembers(db, party.id, now)
  if (members.some(({ id }) => id === userId)) throw new Refused('parties.member_already')
  const { friends } = await findRelation(db, actor.id, userId)
  if (!friends) throw new Refused('parties.friends_only')
  if (members.length >= maxMembers) throw new Refused('parties.full', { max: maxMembers })
  return party
}
