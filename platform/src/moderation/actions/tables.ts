import type { Generated } from 'kysely'
import type { AppealDecision } from './rules.ts'

export interface ModerationTables {
  /** What somebody says against an action: once for each. */
  appeals: AppealColumns & { user_id: string }
}

/** What somebody says against a decision about what is theirs, and what came of that. */
export interface AppealColumns {
  /** Of what it is against. */
  number: number
  /** Unix milliseconds. */
  created: number
  text: string
  /** Unix milliseconds; null: not yet. */
  decided: number | null
  decision: AppealDecision | null
  /** What its author is told with the decision. */
  answer: Generated<string>
  decided_by: string | null
}
