import type { Generated } from 'kysely'
import type { AppealDecision } from '../moderation/rules.ts'

/** Times are Unix milliseconds. */
export interface TakedownTables {
  /** Every takedown of a place there ever was, with the owner's appeal. One of a place at most has not ended. */
  place_takedowns: {
    place_id: number
    /** Counts up from 1 for each place. */
    number: number
    created: number
    reason: string
    moderator_id: string
    /** Null: the place is taken down. */
    ended: number | null
    /** When the owner appealed, once for each takedown; null: not yet. */
    appealed: number | null
    /** The text of the appeal. */
    appeal: string | null
    /** Null: the appeal, if there is one, waits. */
    decided: number | null
    decision: AppealDecision | null
    /** What the owner is told with the decision. */
    answer: Generated<string>
    decided_by: string | null
  }
}
