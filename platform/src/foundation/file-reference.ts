/** A file of the data directory that a row of the database refers to. */
export interface FileReference {
  /** Name in `Files`. */
  name: string
  /** Bytes. */
  size?: number
  /** The hexadecimal hash or its beginning. */
  sha256?: string
  /**
   * Another name under which the content may be stored until this file is in place. In a folder whose name begins with `next-`,
   * the stored name has a random ending after it.
   */
  fallback?: string
}

/** Rows per batch. */
const batch = 1_000

/** Yields all rows of a table, which it reads in batches in the order of a key. `read` gets the key of the last row. */
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
