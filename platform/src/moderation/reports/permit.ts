import type { Actor } from '../../accounts/rules.ts'
import { Refused } from '../../foundation/errors.ts'
import { mayHandle } from './rules.ts'

/** @throws Refused `forbidden` below level 3 */
export function permitHandling(actor: Actor): void {
  if (!mayHandle(actor)) throw new Refused('reports.forbidden')
}

/** @throws Refused `missing`: there is no such report, or it is about the actor. */
export function requireHandled<Report extends { subject_user_id: string | null }>(
  actor: Actor,
  report: Report | undefined,
): Report {
  if (!report || !mayHandle(actor, report)) throw new Refused('reports.not_found')
  return report
}
