/** Times are Unix milliseconds. */
export interface WorldTables {
  /** The latest stored worlds of each place. The one with the largest number is current. */
  place_worlds: {
    place_id: number
    /** Counts up in each place. Numbers whose world never arrived are left out. */
    number: number
    /** Name of the ZIP archive in `worlds/`, which a restored world shares with its source; null: the maker cleared the world. */
    file: string | null
    /** Hexadecimal; null as `file`. */
    sha256: string | null
    /** Bytes of the archive; 0: none. */
    bytes: number
    created: number
    /** `stop` and `interval`: a server's world after its end, and while it ran. `restore` and `clear`: a change by the maker. */
    cause: WorldCause
    /** The number that was restored; null: none. */
    restored_from: number | null
    /** The newest version of the place when its server started; null: not known. */
    version: number | null
  }
  /** Runs of dedicated servers that have ended. Their worlds may still arrive for some days. */
  ended_runs: {
    ticket: string
    place_id: number
    /** Start of the run. */
    created: number
    ended: number
  }
}

export type WorldCause = 'stop' | 'interval' | 'restore' | 'clear'

declare module '../../foundation/database.ts' {
  interface Database extends WorldTables {}
}
