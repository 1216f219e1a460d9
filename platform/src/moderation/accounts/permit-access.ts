import { requireUser } from '../../accounts/queries.ts'
import { type Actor, isAdministrator } from '../../accounts/rules.ts'
import type { Db } from '../../database.ts'
import { Refused } from '../../foundation/errors.ts'
import { permitModerating } from '../actions/permit.ts'

/**
 * The account of that name, whose ways in an administrator may look after: not their own, nor another administrator's, who
 * would be taken over by it.
 *
 * @throws Refused `forbidden`; `missing`: no such user.
 */
export async function permitAccess(db: Db, actor: Actor, username: string) {
  if (!isAdministrator(actor)) {
    throw new Refused('forbidden', 'Only administrators look after the sessions and passwords of others')
  }
  const user = await requireUser(db, username)
  permitModerating(actor, { id: user.id, permissionLevel: user.permission_level })
  return user
}
