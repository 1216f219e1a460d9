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

/** Rows per batch. */
const batch = 1_000

/** Yields all rows of a table in batches, in the order of a key. `read` gets the key of the last row. */
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
