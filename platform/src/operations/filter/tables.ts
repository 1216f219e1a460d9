export interface FilterTables {
  /** The words that administrators filter at run time: one row at most. None: nobody has decided about the starter lists yet. */
  filter_words: {
    /** Always 1. */
    id: number
    /** Grows with each save. */
    version: number
    /** One word or pattern per line. */
    words: string
    /** Unix milliseconds. */
    updated: number
  }
}

declare module '../../foundation/database.ts' {
  interface Database extends FilterTables {}
}
