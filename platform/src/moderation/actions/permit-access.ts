import { type Clock, day } from '@baseplate/service/clock'
import { hadLevelSince, requireUser } from '../../accounts/door.ts'
import { type Actor, permissionLevel } from '../../accounts/rules.ts'
import type { Db } from '../../foundation/database.ts'
import { Refused } from '../../foundation/errors.ts'
import { permitModerating } from './permit.ts'

/** An administrator whose level was lowered stays excluded from resets for this long. */
const protectionMs = 30 * day

/**
 * Returns an account whose sessions and password the administrator may reset. Administrators are excluded, because a reset could
 * take over their accounts.
 *
 * @throws Refused `forbidden`; `missing`: no such user.
 */
export async function permitAccess({ db, now }: { db: Db; now: Clock }, actor: Actor, username: string) {
  const user = await requireUser(db, username)
  permitModerating(actor, { id: user.id, permissionLevel: user.permission_level })
  if (await isProtected(db, actor, { id: user.id, now: now() }))
    throw new Refused('accounts.former_administrator')
  return user
}

/**
 * Returns whether an account was an administrator's until lately. Otherwise one administrator could lower another's level, take the
 * account over, and raise it again. The operator may reset it.
 */
export async function isProtected(
  db: Db,
  actor: Actor,
  { id: userId, now }: { id: string; now: number },
): Promise<boolean> {
  const { administrator: level } = permissionLevel
  if (actor.permissionLevel > level) return false
  return hadLevelSince(db, { userId, level, since: now - protectionMs })
}
