export interface LedgerTables {
  /** The ledger that the platform belongs to, as far as it was last seen. One row, or none before the first event. */
  known_ledger: {
    /** Always 1. */
    singleton: number
    id: string
    /** Bytes. A ledger that is higher has grown; one that is lower is older. */
    height: number
    /** The running hash up to the height. */
    hash: string
  }
}

declare module '../../foundation/database.ts' {
  interface Database extends LedgerTables {}
}
