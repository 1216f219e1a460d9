import type { Generated } from 'kysely'
import type { StandingType } from '../../accounts/rules.ts'
import type { AppealDecision } from './rules.ts'

export interface ModerationTables {
  /** What was ever done about a user. One of them at most has not ended: that one is in force until it expires. */
  moderation_actions: {
    user_id: string
    /** Counts up from 1 for each user. */
    number: number
    type: StandingType
    reason: string
    /** For moderators alone. */
    note: Generated<string>
    moderator_id: string
    /** Unix milliseconds. */
    created: number
    /** Unix milliseconds; null: never by itself. */
    expires: number | null
    /** When something ended it; a ban that has expired may still have a null here. Unix milliseconds. */
    ended: number | null
    ending: 'Expired' | 'Replaced' | 'Lifted' | 'Acknowledged' | null
    /** Who ended it; null: nobody, or it has not ended. */
    ended_by: string | null
  }
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
