import type { Actor } from '../accounts/rules.ts'
import { Refused } from '../foundation/errors.ts'
import { whyNotModerate } from './rules.ts'

/**
 * @param subject whom; without one, whether the actor may moderate at all.
 * @throws Refused `forbidden`
 */
export function permitModerating(actor: Actor, subject?: { id: string; permissionLevel: number }): void {
  const why = whyNotModerate(actor, subject ?? { id: '', permissionLevel: 0 })
  if (why !== undefined) throw new Refused('forbidden', why)
}
