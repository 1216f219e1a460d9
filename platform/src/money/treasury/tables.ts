export interface TreasuryTables {
  /** What administrators are about to mint, noted before they confirm it. What became of it is in its payment, `mint:<id>`. */
  mints: {
    /** In the order of time. */
    id: string
    administrator_id: string
    recipient_id: string
    /** Micro-units. */
    amount: number
    note: string
    /** Unix milliseconds. */
    created: number
  }
}
