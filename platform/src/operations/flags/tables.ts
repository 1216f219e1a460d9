export interface FlagTables {
  /** What administrators changed at run time; what is not here is as configured. */
  flags: {
    name: string
    /** Null: a configured flag that was removed. */
    value: string | null
    /** Unix milliseconds. */
    updated: number
  }
}
