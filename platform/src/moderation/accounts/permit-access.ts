import { requireUser } from '../../accounts/queries.ts'
import { type Actor, isAdministrator } from '../../accounts/rules.ts'
import type { Db } from '../../database.ts'
import { Refused } from '../../foundation/errors.ts'
import { permitModerating } from '../actions/permit.ts'

/**
 * Returns an account whose sessions and password the administrator may reset. Administrators are excluded, because a reset could
 * take over their accounts.
 *
 * @throws Refused `forbidden`; `missing`: no such user.
 */
export async function permitAccess(db: Db, actor: Actor, username: string) {
  if (!isAdministrator(actor)) {
    throw new Refused('accounts.access_administrators_only')
  }
  const user = await requireUser(db, username)
  permitModerating(actor, { id: user.id, permissionLevel: user.permission_level })
  return user
}
