import type {
  ReportCategory,
  ReportOutcome,
  ReportPriority,
} from '@baseplate/platform/moderation/reports/rules'
import { t } from '#lib/texts/t.ts'

const categories = {
  'Safety of children': 'reports.categories.child_safety',
  'Self-harm': 'reports.categories.self_harm',
  Harassment: 'reports.categories.harassment',
  Hate: 'reports.categories.hate',
  'Sexual content': 'reports.categories.sexual_content',
  Violence: 'reports.categories.violence',
  'Personal information': 'reports.categories.personal_information',
  Impersonation: 'reports.categories.impersonation',
  'Under age': 'reports.categories.under_age',
  Scam: 'reports.categories.scam',
  Cheating: 'reports.categories.cheating',
  'Stolen work': 'reports.categories.stolen_work',
  Spam: 'reports.categories.spam',
  'Something else': 'reports.categories.other',
} as const satisfies Record<ReportCategory, string>

export const categoryName = (category: ReportCategory): string => t(categories[category])

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
