import type { Actor } from '../../accounts/rules.ts'
import { Refused } from '../../foundation/errors.ts'

/**
 * Returns a report that the actor handles. Handlers do not see reports about themselves, so that reporters stay anonymous.
 *
 * @throws Refused `missing`: there is no such report, or it is about the actor.
 */
export function requireHandled<Report extends { subject_user_id: string | null }>(
  actor: Pick<Actor, 'id'>,
  report: Report | undefined,
): Report {
  if (!report || report.subject_user_id === actor.id) throw new Refused('reports.not_found')
  return report
}
