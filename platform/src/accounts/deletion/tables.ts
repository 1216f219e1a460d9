/** Times are Unix milliseconds. */
export interface DeletionTables {
  /** Accounts that their owners have deleted. Until `due`, the owners can change their minds. */
  departures: {
    user_id: string
    requested: number
    due: number
    /** When the erasure began, which cannot be undone. Null: it has not. */
    started: number | null
  }
  /** Accounts that were erased. */
  erased_accounts: {
    /** Hex SHA-256 of the user's id. */
    id_hash: string
    erased: number
  }
}

declare module '../../foundation/database.ts' {
  interface Database extends DeletionTables {}
}
