export interface ReviewTables {
  /** Pending assets that a reviewer has claimed. An expired claim counts as none. */
  review_claims: {
    asset_id: number
    holder_id: string
    /** Unix milliseconds. */
    until: number
  }
}

declare module '../../foundation/database.ts' {
  interface Database extends ReviewTables {}
}
