export interface DatabaseLocation {
  /** `postgres://…`; absent: the SQLite file in the data directory. */
  url?: string | undefined
  dataDirectory: string
}

/** Name of the SQLite file in the data directory. */
export const sqliteFile = 'baseplate.sqlite'
