const CHUNK_BITS = 17
const CHUNK_LENGTH = 1 << CHUNK_BITS

/**
 * 32-bit numbers by index, 0 where none was set. It grows by a chunk at a time: an array that doubled would need
 * three times its size while it is copied, and hold up everybody meanwhile. The system gives the memory of a chunk as it
 * is written to, so that a short column takes little of it.
 */
export class Column {
  readonly #chunks: Uint32Array[] = []

  get(index: number): number {
    return this.#chunks[index >>> CHUNK_BITS]?.[index & (CHUNK_LENGTH - 1)] ?? 0
  }

  /** Indices are set in ascending order for the first time, so that no chunk is left out. */
  set(index: number, value: number): void {
    const place = index >>> CHUNK_BITS
    let chunk = this.#chunks[place]
    if (chunk === undefined) {
      chunk = new Uint32Array(CHUNK_LENGTH)
      this.#chunks[place] = chunk
    }
    chunk[index & (CHUNK_LENGTH - 1)] = value
  }
}
