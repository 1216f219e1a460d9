import { requireUser } from '../accounts/require-user.ts'
import { type Actor, isAdministrator, isInForce } from '../accounts/rules.ts'
import type { Db } from '../database.ts'
import type { Clock } from '../foundation/clock.ts'
import { parseCursor, partOf } from '../foundation/cursor.ts'
import { parseInput } from '../foundation/input.ts'
import { nameKeyOf } from '../search/rules.ts'
import { findInput } from './input.ts'
import { permitModerating } from './permit.ts'
import { countSessions, listAccounts, listActionsOf, listInForce, listStaff } from './queries.ts'
import { endOf, perPage, whyNotModerate } from './rules.ts'

/** An account's history goes back this far; whoever did more than that has been terminated long ago. */
const actionsShown = 100

/**
 * Everybody against whom something is in force, the newest first; with `q`, those whose name begins with it.
 *
 * @throws Refused `forbidden` below level 4; `invalid` for a cursor that is none.
 */
export async function viewModerated(platform: { db: Db; now: Clock }, actor: Actor, input: unknown) {
  permitModerating(actor)
  const { q, cursor } = parseInput(findInput, input)
  const key = q === '' ? '' : nameKeyOf(q)
  const after = cursor === undefined ? undefined : parseCursor(cursor)
  const found =
    key === undefined
      ? []
      : await listInForce(platform.db, platform.now(), { key, after, limit: perPage + 1 })
  const { rows, next } = partOf(found, perPage)
  return {
    q,
    moderated: rows.map(({ id, permissionLevel, ...action }) => ({
      ...action,
      mayLift: whyNotModerate(actor, { id, permissionLevel }) === undefined,
    })),
    next,
  }
}

/**
 * Accounts whose name begins with `q`, in the order of their names; without one, those above level 1.
 *
 * @throws Refused `forbidden` below level 4
 */
export async function findAccounts({ db, now }: { db: Db; now: Clock }, actor: Actor, input: unknown) {
  permitModerating(actor)
  const { q, cursor } = parseInput(findInput, input)
  const key = nameKeyOf(q)
  const limit = perPage + 1
  const found =
    q === ''
      ? await listStaff(db, limit)
      : key === undefined
        ? []
        : await listAccounts(db, key, cursor ?? '', limit)
  const shown = found.slice(0, perPage)
  const time = now()
  return {
    q,
    accounts: shown.map(({ key: _, standing, expires, ...account }) => ({
      ...account,
      standing: isInForce({ expires }, time) ? standing : null,
    })),
    next: q !== '' && found.length > perPage ? (shown.at(-1)?.key ?? null) : null,
  }
}

/**
 * One account, with what was ever done about it, the newest first.
 *
 * @throws Refused `forbidden` below level 4; `missing`: no such user.
 */
export async function viewAccount({ db, now }: { db: Db; now: Clock }, actor: Actor, username: string) {
  permitModerating(actor)
  const user = await requireUser(db, username)
  const time = now()
  const [actions, sessions] = await Promise.all([
    listActionsOf(db, user.id, actionsShown),
    countSessions(db, user.id, time),
  ])
  const history = actions.map(({ appealText, appealDecision, appealAnswer, decidedBy, ...action }) => ({
    ...action,
    ...(endOf(action, time) ?? { ended: null, ending: null }),
    /** Null: nobody appealed. */
    appeal:
      appealText === null
        ? null
        : { text: appealText, decision: appealDecision, answer: appealAnswer, decidedBy },
  }))
  return {
    id: user.id,
    username: user.username,
    permissionLevel: user.permission_level,
    created: user.created,
    sessions,
    /** For administrators alone; null: none. */
    ...(isAdministrator(actor) && { email: user.email }),
    /** What is in force; null: in good standing. */
    standing: history.find(({ ended }) => ended === null) ?? null,
    history,
    mayModerate: whyNotModerate(actor, { id: user.id, permissionLevel: user.permission_level }) === undefined,
    maySetLevel: isAdministrator(actor),
  }
}
