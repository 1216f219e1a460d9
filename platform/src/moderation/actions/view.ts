import type { Clock } from '@baseplate/service/clock'
import { findDeletion, findUserByName, requireByUsername, useCase } from '../../accounts/door.ts'
import { isAdministrator, permissionLevel, whyNotModerate } from '../../accounts/rules.ts'
import type { Db } from '../../foundation/database.ts'
import { countSessions } from '../../sign-in/door.ts'
import { accountInput } from './input.ts'
import { isProtected } from './permit-access.ts'
import { listActionsOf } from './queries.ts'
import { endOf } from './rules.ts'

/** Maximum number of an account's actions that are shown. */
const actionsShown = 100

/** @throws Refused `missing`: no such user */
export const viewAccount = useCase(
  {
    summary:
      'Returns an account with its moderation actions, the newest first. An account that its owner has deleted is returned until it is erased.',
    scope: 'moderate',
    level: permissionLevel.moderator,
    input: accountInput,
  },
  async ({ db, now }: { db: Db; now: Clock }, actor, { username }) => {
    const user = await requireByUsername(username, () => findUserByName(db, username))
    const time = now()
    const [actions, sessions, deletion, isKept] = await Promise.all([
      listActionsOf(db, user.id, actionsShown),
      countSessions(db, user.id, time),
      findDeletion(db, user.id),
      isProtected(db, actor, { id: user.id, now: time }),
    ])
    const history = actions.map(({ appealText, appealDecision, appealAnswer, decidedBy, ...action }) => ({
      ...action,
      ...(endOf(action, time) ?? { ended: null, ending: null }),
      /** Null: not appealed. */
      appeal:
        appealText === null
          ? null
          : { text: appealText, decision: appealDecision, answer: appealAnswer, decidedBy },
    }))
    const mayModerate =
      whyNotModerate(actor, { id: user.id, permissionLevel: user.permission_level }, 'accounts') === undefined
    return {
      id: user.id,
      username: user.username,
      portrait: user.portrait,
      permissionLevel: user.permission_level,
      created: user.created,
      sessions,
      /** For administrators only. Null: the account has no address. */
      ...(isAdministrator(actor) && { email: user.email }),
      /** The action in force; null: in good standing. */
      standing: history.find(({ ended }) => ended === null) ?? null,
      /** When an account that its owner has deleted will be erased. Null: it stays. */
      erasure: deletion?.due ?? null,
      history,
      mayModerate,
      maySetLevel: isAdministrator(actor) && !deletion,
      /** Whether the actor may end its sessions and create a link for a new password. */
      mayResetAccess: mayModerate && isAdministrator(actor) && !deletion && !isKept,
    }
  },
)
