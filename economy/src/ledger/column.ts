const chunkBits = 17
const chunkLength = 1 << chunkBits

/**
 * A growing array of 32-bit numbers, 0 by default. It grows by chunks: doubling one array would need three times its memory and
 * block all requests while it is copied. The operating system allocates memory on the first write, so a short column takes little
 * of it.
 */
export class Column {
  readonly #chunks: Uint32Array[] = []

  get(index: number): number {
    return this.#chunks[index >>> chunkBits]?.[index & (chunkLength - 1)] ?? 0
  }

  /** First writes must be in ascending order, so that no chunk is skipped. */
  set(index: number, value: number): void {
    const chunkIndex = index >>> chunkBits
    let chunk = this.#chunks[chunkIndex]
    if (chunk === undefined) {
      chunk = new Uint32Array(chunkLength)
      this.#chunks[chunkIndex] = chunk
    }
    chunk[index & (chunkLength - 1)] = value
  }
}
