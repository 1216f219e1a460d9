import type { Generated } from 'kysely'
import type { StandingType } from './rules.ts'

export interface StandingTables {
  /**
   * Every moderation action against an account. At most one per account has not ended. That one is in force until it
   * expires. Times are Unix milliseconds.
   */
  moderation_actions: {
    user_id: string
    /** Counts up from 1 for each user. */
    number: number
    type: StandingType
    reason: string
    /** Shown to moderators only. */
    note: Generated<string>
    /** Kind and title of the reported content that led to the action. Null: none, or unknown. */
    content_type: string | null
    content_title: string | null
    moderator_id: string
    created: number
    /** Null: never expires. */
    expires: number | null
    /** Null while nothing has ended the action. An expired ban keeps the null until the next action against the account. */
    ended: number | null
    ending: 'Expired' | 'Replaced' | 'Lifted' | 'Acknowledged' | null
    /** Null if the action expired or has not ended. */
    ended_by: string | null
  }
}

declare module '../../foundation/database.ts' {
  interface Database extends StandingTables {}
}
