import { type Actor, isAdministrator } from '../../accounts/rules.ts'
import { Refused } from '../../foundation/errors.ts'

/** @throws Refused `forbidden` below level 5 */
export function permit(actor: Actor): void {
  if (!isAdministrator(actor)) throw new Refused('filter.administrators_only')
}
