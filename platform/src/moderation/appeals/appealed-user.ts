import { endAction, findActionInForce, findAppealedAction, liftAcknowledged } from '../../accounts/door.ts'
import { profilePath } from '../../accounts/rules.ts'
import { notify } from '../../notifications/door.ts'
import { lockSubject } from '../actions/permit.ts'
import { auditDetails } from '../actions/rules.ts'
import { recordDecision } from '../record-decision.ts'
import { type Deciding, subjectKey } from '../takedowns/content.ts'
import type { AppealedKind, Argument } from './appealed.ts'

/** Appeals against moderation actions. `find` takes a username, because pages name the account by it. */
export const appealedUser: AppealedKind = {
  what: 'accounts',
  texts: {
    own: 'moderation.self',
    acted: 'appeals.moderated_by_you',
  },
  async permit() {},
  async findAppealable(db, id, now) {
    return (await findActionInForce(db, id, now))?.number
  },
  async find(deciding, username, number) {
    const { db, actor, now } = deciding
    const user = await lockSubject(db, actor, username)
    const action = await findAppealedAction(db, user.id, number, now)
    return {
      id: user.id,
      name: user.username,
      ownerId: user.id,
      ownerLevel: user.permissionLevel,
      decision: action && { number: action.number, moderatorId: action.moderator_id },
      grant: (argument) => grant(deciding, user, action, argument),
      refuse: (argument) => refuse(deciding, user, action, argument),
    }
  },
}

type Action = Awaited<ReturnType<typeof findAppealedAction>>

interface User {
  id: string
  username: string
}

async function grant(deciding: Deciding, user: User, action: Action, argument: Argument): Promise<void> {
  const { db, actor, now } = deciding
  // The user may have read a warning since, and another action may be in force by now.
  if (isRead(action))
    await liftAcknowledged(db, { userId: user.id, number: action.number, by: actor.id }, now)
  else await endAction(db, user.id, { ending: 'Lifted', by: actor.id }, now)
  const { answer } = argument
  await record(deciding, 'grantappeal', user, { action, argument, after: { answer } })
  const happening = { event: 'appeal_granted', values: { answer } } as const
  await notify(db, { recipientId: user.id, senderId: null, type: 'appeal', happening, link: '/home' }, now)
}

/**
 * Leaves the action as it is. The user reads the answer on the page that says why they are moderated, and in a notification if
 * they have left that page by reading a warning.
 */
async function refuse(deciding: Deciding, user: User, action: Action, argument: Argument): Promise<void> {
  const { db, now } = deciding
  const { answer } = argument
  await record(deciding, 'refuseappeal', user, {
    action,
    argument,
    after: { ...(action && auditDetails(action)), answer },
  })
  if (!isRead(action)) return
  const happening = { event: 'appeal_refused', values: { answer } } as const
  await notify(db, { recipientId: user.id, senderId: null, type: 'appeal', happening, link: '/home' }, now)
}

/** Whether the action is a warning that the user has read. Other actions can be appealed only while they are in force. */
const isRead = (action: Action): action is NonNullable<Action> =>
  action !== undefined && action.ended !== null

function record(
  { db, actor, now }: Deciding,
  decision: 'grantappeal' | 'refuseappeal',
  { id, username: name }: User,
  { action, argument, after }: { action: Action; argument: Argument; after: object },
): Promise<void> {
  const { appeal, answer: reason } = argument
  const before = { ...(action && auditDetails(action)), appeal }
  const subject = subjectKey({ type: 'user', id })
  const link = profilePath(name)
  return recordDecision(db, { actor, action: decision, subject, name, link, before, after, reason }, now)
}
