export interface MetricTables {
  /** Samples of the platform's metrics, thinned out as they age (`retention`). */
  samples: {
    /** Start of the sample's five minutes in Unix milliseconds. */
    at: number
    users: number
    /** Number of players. */
    playing: number
    /** Counters of all games begun and all purchases paid. The difference of two samples is the number between them. */
    visits: number
    purchases: number
    /** Renders that waited or were being drawn. */
    renders: number
    /** Micro-units in decimal, which may exceed a numeric column. Null while the ledger was unavailable. */
    supply: string | null
    minted: string | null
    burned: string | null
    /** Median and 95th percentile of response times since the previous sample. Null without requests. */
    median_ms: number | null
    slow_ms: number | null
  }
  /** Complete backups, which all sites of the platform know. */
  backups: {
    /** Unix milliseconds. */
    finished: number
    /** Path or address of the archive, or `-` for standard output. */
    file: string
    bytes: number
  }
}

declare module '../../foundation/database.ts' {
  interface Database extends MetricTables {}
}
