export interface TreasuryTables {
  /** Mints that administrators prepared. The payment `mint:<id>` has the outcome of a confirmed one. */
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

declare module '../../foundation/database.ts' {
  interface Database extends TreasuryTables {}
}
