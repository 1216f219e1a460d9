export interface StorageTables {
  /** Bytes of the files that each account has stored. Triggers keep them. */
  storage_used: {
    user_id: string
    bytes: number
  }
}
