export interface FigureTables {
  /** What there was at a moment; thinned out as it gets older (`keptFor`). */
  samples: {
    /** Unix milliseconds: the beginning of the five minutes that it was taken in. */
    at: number
    users: number
    /** People who were playing. */
    playing: number
    /** Games that were ever begun, purchases that were ever paid: what lies between two samples is their difference. */
    visits: number
    purchases: number
    /** Pictures that waited for a renderer, or were drawn. */
    renders: number
    /** Micro-units, in decimal: they may be larger than a column of numbers holds. Null: the ledger was away. */
    supply: string | null
    minted: string | null
    burned: string | null
    /** How long pages took since the sample before: half of them so long at most, 95 of 100 so long. Null: nobody asked. */
    median_ms: number | null
    slow_ms: number | null
  }
}
