import type { Saved, SnapshotReader, SnapshotWriter } from '../file/snapshot/stream.ts'

const chunkBits = 17
const chunkLength = 1 << chunkBits

/**
 * A growing array of 32-bit numbers, 0 by default. It grows by chunks: doubling one array would need three times its memory and
 * block all requests while it is copied. The operating system allocates memory on the first write, so a short column takes little
 * of it.
 */
export class Column implements Saved {
  readonly #chunks: Uint32Array[] = []
  /** The highest index that was set, plus one. */
  #length = 0

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
    if (index >= this.#length) this.#length = index + 1
  }

  save(to: SnapshotWriter): void {
    to.number(this.#length)
    for (const [index, chunk] of this.#chunks.entries()) {
      to.bytes(chunk.subarray(0, this.#length - index * chunkLength))
    }
  }

  load(from: SnapshotReader): void {
    this.#length = from.length(4)
    for (let start = 0; start < this.#length; start += chunkLength) {
      const chunk = new Uint32Array(chunkLength)
      from.bytes(chunk.subarray(0, this.#length - start))
      this.#chunks.push(chunk)
    }
  }
}
