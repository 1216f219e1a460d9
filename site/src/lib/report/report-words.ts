import type { ReportCategory, ReportOutcome } from '@baseplate/platform/moderation/reports/rules'
import { t } from '#lib/texts/t.ts'

const categories = {
  Harassment: 'reports.categories.harassment',
  Hate: 'reports.categories.hate',
  'Sexual content': 'reports.categories.sexual_content',
  Violence: 'reports.categories.violence',
  'Personal information': 'reports.categories.personal_information',
  Scam: 'reports.categories.scam',
  Cheating: 'reports.categories.cheating',
  'Stolen work': 'reports.categories.stolen_work',
  Spam: 'reports.categories.spam',
  'Something else': 'reports.categories.other',
} as const satisfies Record<ReportCategory, string>

export const categoryName = (category: ReportCategory): string => t(categories[category])

const outcomes = {
  'Acted on': 'reports.outcomes.acted_on',
  'Nothing found': 'reports.outcomes.nothing_found',
  Duplicate: 'reports.outcomes.duplicate',
} as const satisfies Record<ReportOutcome, string>

export const outcomeName = (outcome: ReportOutcome): string => t(outcomes[outcome])
