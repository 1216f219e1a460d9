import { recordAction } from '../../accounts/audit/record-action.ts'
import { endAction, findActionInForce } from '../../accounts/standing/queries.ts'
import { notify } from '../../notifications/notify.ts'
import { lockSubject } from '../actions/permit.ts'
import { auditDetails, mayAppeal } from '../actions/rules.ts'
import { type Deciding, subjectKey } from '../takedowns/content.ts'
import type { AppealedKind, Argument } from './appealed.ts'

/** Appeals against moderation actions. A decision names the user, and an appeal is about the actor. */
export const appealedUser: AppealedKind = {
  what: 'accounts',
  texts: {
    own: 'moderation.self',
    acted: 'appeals.moderated_by_you',
  },
  async permit() {},
  async findAppealable(db, id, now) {
    const action = await findActionInForce(db, id, now)
    return action && mayAppeal(action.type) ? action.number : undefined
  },
  async find(deciding, username) {
    const { db, actor, now } = deciding
    const user = await lockSubject(db, actor, username)
    const action = await findActionInForce(db, user.id, now)
    return {
      id: user.id,
      name: user.username,
      ownerId: user.id,
      ownerLevel: user.permissionLevel,
      decision: action && { number: action.number, moderatorId: action.moderator_id },
      grant: (argument) => grant(deciding, user.id, action, argument),
      refuse: (argument) => refuse(deciding, user.id, action, argument),
    }
  },
}

type Action = Awaited<ReturnType<typeof findActionInForce>>

async function grant(deciding: Deciding, userId: string, action: Action, argument: Argument): Promise<void> {
  const { db, actor, now } = deciding
  await endAction(db, userId, { ending: 'Lifted', by: actor.id }, now)
  await audit(deciding, 'grantappeal', userId, { action, ...argument }, { answer: argument.answer })
  const happening = { event: 'appeal_granted', values: { answer: argument.answer } } as const
  await notify(db, { recipientId: userId, senderId: null, type: 'appeal', happening, link: '/home' }, now)
}

/** The user reads the answer on the page that says why they are moderated. */
async function refuse(deciding: Deciding, userId: string, action: Action, argument: Argument): Promise<void> {
  const after = { ...(action && auditDetails(action)), answer: argument.answer }
  await audit(deciding, 'refuseappeal', userId, { action, ...argument }, after)
}

function audit(
  { db, actor, now }: Deciding,
  name: 'grantappeal' | 'refuseappeal',
  userId: string,
  { action, appeal }: { action: Action; appeal: string },
  after: object,
): Promise<void> {
  const before = { ...(action && auditDetails(action)), appeal }
  const subject = subjectKey({ type: 'user', id: userId })
  return recordAction(db, { actor, action: name, subject, before, after }, now)
}
