import {
  categoryKeys,
  type ReportCategory,
  type ReportOutcome,
  type ReportPriority,
} from '@baseplate/platform/moderation/reports/rules'
import { t } from '#lib/texts/t.ts'

export const categoryName = (category: ReportCategory): string => t(categoryKeys[category])

const priorities = {
  1: { name: 'reports.priorities.urgent', tone: 'danger' },
  2: { name: 'reports.priorities.high', tone: 'warning' },
} as const

/** Returns the badge of a report's priority; undefined for the normal one. */
export function priorityBadge(
  priority: ReportPriority,
): { name: string; tone: 'danger' | 'warning' } | undefined {
  if (priority === 3) return undefined
  const { name, tone } = priorities[priority]
  return { name: t(name), tone }
}

const outcomes = {
  'Acted on': 'reports.outcomes.acted_on',
  'Nothing found': 'reports.outcomes.nothing_found',
  Duplicate: 'reports.outcomes.duplicate',
} as const satisfies Record<ReportOutcome, string>

export const outcomeName = (outcome: ReportOutcome): string => t(outcomes[outcome])
