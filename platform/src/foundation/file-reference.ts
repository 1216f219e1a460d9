/** A file of the data directory that a row of the database promises, and what is known of it. */
export interface FileReference {
  /** As `Files` knows it. */
  name: string
  /** Bytes. */
  size?: number
  /** Hex, whole or its beginning. */
  sha256?: string
  /**
   * Where the same content may be, as long as it is not in place: a file of this name, or, in a folder whose name begins
   * with `next-`, of this name and any ending.
   */
  twin?: string
}

/** Rows read at a time. */
const batch = 1_000

/** All rows of a table, some at a time, in the order of a key, of which `read` is handed the last one. */
export async function* inBatches<Key, Row extends Key>(
  read: (after: Key | undefined, limit: number) => Promise<Row[]>,
): AsyncGenerator<Row, void> {
  for (let after: Key | undefined; ; ) {
    const rows = await read(after, batch)
    yield* rows
    after = rows.at(-1)
    if (rows.length < batch) return
  }
}
