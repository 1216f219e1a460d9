import type { Saved, SnapshotReader, SnapshotWriter } from '../file/snapshot/stream.ts'
import { areSame, type Bytes, bytesOf, type Span } from './bytes.ts'

/** An identifier has at most 128 bytes, so one byte holds its length. */
const nameBytesMax = 1 + 128

const chunkBits = 19
const chunkBytes = 1 << chunkBits
const chunkMask = chunkBytes - 1

/**
 * Stores UTF-8 names in a few large buffers. A million strings would take three times the memory and burden the garbage
 * collector. The position of a name fits into 32 bits.
 */
export class Arena implements Saved {
  readonly #chunks: Bytes[] = []
  /** Position of the next name, counted over all chunks. */
  #end = 0

  /** Stores a copy of a name and returns its position. */
  add({ array }: Bytes, { start, end }: Span): number {
    // Names do not cross chunks.
    if ((this.#end & chunkMask) + nameBytesMax > chunkBytes) this.#end = (this.#end | chunkMask) + 1
    const position = this.#end
    if (position > 0xffff_ffff - nameBytesMax)
      throw new Error('the names of the accounts take more than 4 GiB')
    let chunk = this.#chunks[position >>> chunkBits]
    if (chunk === undefined) {
      // The operating system allocates the memory on the first write, so a small ledger takes little of it.
      chunk = bytesOf(Buffer.alloc(chunkBytes))
      this.#chunks.push(chunk)
    }
    const at = position & chunkMask
    chunk.array[at] = end - start
    chunk.array.set(array.subarray(start, end), at + 1)
    this.#end = position + 1 + end - start
    return position
  }

  /** Whether the name at a position equals these bytes. */
  isAt(position: number, bytes: DataView, start: number, end: number): boolean {
    const view = this.#chunks[position >>> chunkBits]?.view
    const at = position & chunkMask
    return (
      view !== undefined &&
      view.getUint8(at) === end - start &&
      areSame(view, at + 1, bytes, start, end - start)
    )
  }

  lengthAt(position: number): number {
    return this.#chunks[position >>> chunkBits]?.array[position & chunkMask] ?? 0
  }

  save(to: SnapshotWriter): void {
    to.number(this.#end)
    for (const [index, { array }] of this.#chunks.entries()) {
      to.bytes(array.subarray(0, this.#end - index * chunkBytes))
    }
  }

  load(from: SnapshotReader): void {
    this.#end = from.length(1)
    for (let start = 0; start < this.#end; start += chunkBytes) {
      const chunk = bytesOf(Buffer.alloc(chunkBytes))
      from.bytes(chunk.array.subarray(0, this.#end - start))
      this.#chunks.push(chunk)
    }
  }

  text(position: number): string {
    const chunk = this.#chunks[position >>> chunkBits]
    if (chunk === undefined) return ''
    const at = position & chunkMask
    return Buffer.from(chunk.array.subarray(at + 1, at + 1 + chunk.view.getUint8(at))).toString()
  }
}
