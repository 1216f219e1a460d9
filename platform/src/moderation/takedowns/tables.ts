import type { Generated } from 'kysely'
import type { AppealDecision } from '../actions/rules.ts'

/** Times are Unix milliseconds. */
export interface TakedownTables {
  /** All takedowns, past ones too, each with the owner's appeal. At most one per place has not ended. */
  place_takedowns: {
    place_id: number
    /** Counts up from 1 for each place. */
    number: number
    created: number
    reason: string
    moderator_id: string
    /** Null: the place is taken down. */
    ended: number | null
    /** When the owner appealed; null: not yet. */
    appealed: number | null
    /** The text of the appeal. */
    appeal: string | null
    /** When the appeal was decided; null: not yet. */
    decided: number | null
    decision: AppealDecision | null
    /** The moderator's answer to the owner. */
    answer: Generated<string>
    decided_by: string | null
  }
}
