export interface ClientCallTables {
  /** Calls of game clients, game servers and studios, counted by the hour and kept for two days. */
  client_calls: {
    /** Start of the hour in Unix milliseconds. */
    hour: number
    /** 0: no endpoint has this path and method. */
    answered: number
    /** Pattern of the path of a known call; otherwise the path in the form of `unknownCall`. */
    call: string
    count: number
    /** Time of the last write of a count, at most a minute after the request, in Unix milliseconds. */
    last: number
  }
}

declare module '../../foundation/database.ts' {
  interface Database extends ClientCallTables {}
}
