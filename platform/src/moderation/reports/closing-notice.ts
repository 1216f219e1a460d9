import type { Happening } from '../../notifications/door.ts'
import type { SubjectType } from '../subject-types.ts'
import type { ReportOutcome } from './rules.ts'

/** Values by which the text of the notification names the outcome. */
const outcomes: Record<ReportOutcome, string> = {
  'Acted on': 'acted',
  'Nothing found': 'nothing',
  Duplicate: 'duplicate',
}

/** Describes to its reporter how a report was closed. An erasure finds the notification by the same values. */
export const closingNotice = (
  { type, title }: { type: SubjectType; title: string },
  outcome: ReportOutcome,
): Happening => ({
  event: 'report_closed',
  values: { kind: type, name: title, outcome: outcomes[outcome] },
})
