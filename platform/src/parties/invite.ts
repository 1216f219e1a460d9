import { requireUser } from '../accounts/queries.ts'
import type { Actor } from '../accounts/rules.ts'
import type { Db } from '../database.ts'
import type { Clock } from '../foundation/clock.ts'
import { Refused } from '../foundation/errors.ts'
import type { Inbox } from '../notifications/inbox.ts'
import { notify } from '../notifications/notify.ts'
import { findRelation } from '../social/queries.ts'
import { findPartyOf, listMembers } from './queries.ts'
import { maxMembers, notInParty, partyPath } from './rules.ts'

/**
 * Sends a friend of the actor an invitation to the actor's party. A second one is not sent while the first is unread.
 *
 * @throws Refused `conflict`: the actor is in no party, the party is full, or the friend is in it already; `missing`: no such
 * user; `forbidden`: the user is no friend of the actor.
 */
export async function inviteToParty(
  platform: { db: Db; now: Clock; inbox: Inbox },
  actor: Actor,
  username: string,
): Promise<void> {
  const { db, now, inbox } = platform
  const party = await findPartyOf(db, actor.id)
  if (!party) throw notInParty()
  const user = await requireUser(db, username)
  const members = await listMembers(db, party.id, now())
  if (members.some(({ id }) => id === user.id)) throw new Refused('parties.member_already')
  const { friends } = await findRelation(db, actor.id, user.id)
  if (!friends) throw new Refused('parties.friends_only')
  if (members.length >= maxMembers) throw new Refused('parties.full', { max: maxMembers })
  await db.transaction().execute((trx) =>
    notify(
      trx,
      {
        recipientId: user.id,
        senderId: actor.id,
        type: 'party',
        happening: { event: 'party', values: {} },
        link: partyPath(party.code),
      },
      now(),
    ),
  )
  inbox.wake(user.id)
}
