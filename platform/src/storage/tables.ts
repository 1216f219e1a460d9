export interface StorageTables {
  /** Bytes of the files that each account has stored, kept by triggers. */
  storage_used: {
    user_id: string
    bytes: number
  }
}
