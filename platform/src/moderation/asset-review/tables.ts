import type { AppealColumns } from '../actions/tables.ts'

/** Times are Unix milliseconds. */
export interface ReviewTables {
  /** Who looks at what waits for approval. What is past its time is anybody's again. */
  review_holds: {
    asset_id: number
    holder_id: string
    until: number
  }
  /** Why an asset is moderated, or was when it last was. Everything that is moderated has one. */
  asset_refusals: {
    asset_id: number
    /** Counts up from 1 for each asset. */
    number: number
    /** Empty: none was given. */
    reason: string
    created: number
    /** Null: it was not noted who it was. */
    moderator_id: string | null
  }
  /** What the creator says against a refusal: once for each. */
  asset_appeals: AppealColumns & { asset_id: number }
}
