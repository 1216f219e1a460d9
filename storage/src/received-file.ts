/** Bytes in chunks: a stream or a list. */
export type Chunks = AsyncIterable<Uint8Array> | Iterable<Uint8Array>

export interface Written {
  size: number
  /** Hex SHA-256 of the bytes. */
  sha256: string
}

/** A received file, in storage without a name. */
export interface Received extends Written {
  /** Reads a range, both ends inclusive, so that `use` can check the file before it is stored. */
  read(range: { start: number; end: number }): AsyncIterable<Uint8Array>
  /** Gives the file its name, and replaces the file there. Called at most once. */
  store(name: string): Promise<void>
  /** Stores the file under a name and retains it, so that it can be stored again. */
  share(name: string): Promise<void>
}

/** The source has more bytes than the caller allows. Nothing was stored. */
export class TooLarge extends Error {
  override name = 'TooLarge'
}
