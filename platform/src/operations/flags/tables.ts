export interface FlagTables {
  /** Flags that administrators changed at run time. All others have their configured values. */
  flags: {
    name: string
    /** Null for a removed configured flag. */
    value: string | null
    /** Unix milliseconds. */
    updated: number
  }
}

declare module '../../foundation/database.ts' {
  interface Database extends FlagTables {}
}
