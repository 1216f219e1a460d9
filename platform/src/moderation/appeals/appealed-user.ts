import { profilePath } from '../../accounts/rules.ts'
import { endAction, findActionInForce } from '../../accounts/standing/queries.ts'
import { notify } from '../../notifications/notify.ts'
import { lockSubject } from '../actions/permit.ts'
import { auditDetails, mayAppeal } from '../actions/rules.ts'
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
      grant: (argument) => grant(deciding, user, action, argument),
      refuse: (argument) => refuse(deciding, user, action, argument),
    }
  },
}

type Action = Awaited<ReturnType<typeof findActionInForce>>

interface User {
  id: string
  username: string
}

async function grant(deciding: Deciding, user: User, action: Action, argument: Argument): Promise<void> {
  const { db, actor, now } = deciding
  await endAction(db, user.id, { ending: 'Lifted', by: actor.id }, now)
  const { answer } = argument
  await record(deciding, 'grantappeal', user, { action, argument, after: { answer } })
  const happening = { event: 'appeal_granted', values: { answer } } as const
  await notify(db, { recipientId: user.id, senderId: null, type: 'appeal', happening, link: '/home' }, now)
}

/** Sends no notification: the user reads the answer on the page that says why they are moderated. */
async function refuse(deciding: Deciding, user: User, action: Action, argument: Argument): Promise<void> {
  const after = { ...(action && auditDetails(action)), answer: argument.answer }
  await record(deciding, 'refuseappeal', user, { action, argument, after })
}

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
