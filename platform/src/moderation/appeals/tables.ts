import type { Generated } from 'kysely'
import type { AppealDecision } from '../appeal-rules.ts'
import type { ContentType } from '../takedowns/rules.ts'

export interface AppealTables {
  /** Appeals against moderation actions and takedowns, at most one for each. Times are Unix milliseconds. */
  appeals: {
    subject_type: 'user' | ContentType
    /** The moderated user, or the content that was taken down. */
    subject_id: string
    /** The number of the action or takedown. */
    number: number
    author_id: string
    created: number
    text: string
    /** Null: not decided yet. */
    decided: number | null
    decision: AppealDecision | null
    /** The moderator's answer to the author. */
    answer: Generated<string>
    decided_by: string | null
  }
}

declare module '../../foundation/database.ts' {
  interface Database extends AppealTables {}
}
