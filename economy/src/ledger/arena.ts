import { areSame, type Bytes, bytesOf, type Span } from './bytes.ts'

/** An identifier has at most 128 bytes, so one byte holds its length. */
const NAME_BYTES_MAX = 1 + 128

const CHUNK_BITS = 19
const CHUNK_BYTES = 1 << CHUNK_BITS
const CHUNK_MASK = CHUNK_BYTES - 1

/**
 * Stores UTF-8 names in a few large buffers. A million strings would take three times the memory and burden the garbage
 * collector. The position of a name fits into 32 bits.
 */
export class Arena {
  readonly #chunks: Bytes[] = []
  /** Position of the next name, counted over all chunks. */
  #end = 0

  /** Stores a copy of a name and returns its position. */
  add({ array }: Bytes, { start, end }: Span): number {
    // Names do not cross chunks.
    if ((this.#end & CHUNK_MASK) + NAME_BYTES_MAX > CHUNK_BYTES) this.#end = (this.#end | CHUNK_MASK) + 1
    const position = this.#end
    if (position > 0xffff_ffff - NAME_BYTES_MAX)
      throw new Error('the names of the accounts take more than 4 GiB')
    let chunk = this.#chunks[position >>> CHUNK_BITS]
    if (chunk === undefined) {
      // The operating system allocates the memory on the first write, so a small ledger takes little of it.
      chunk = bytesOf(Buffer.alloc(CHUNK_BYTES))
      this.#chunks.push(chunk)
    }
    const at = position & CHUNK_MASK
    chunk.array[at] = end - start
    chunk.array.set(array.subarray(start, end), at + 1)
    this.#end = position + 1 + end - start
    return position
  }

  /** Whether the name at a position equals these bytes. */
  isAt(position: number, bytes: DataView, start: number, end: number): boolean {
    const view = this.#chunks[position >>> CHUNK_BITS]?.view
    const at = position & CHUNK_MASK
    return (
      view !== undefined &&
      view.getUint8(at) === end - start &&
      areSame(view, at + 1, bytes, start, end - start)
    )
  }

  lengthAt(position: number): number {
    return this.#chunks[position >>> CHUNK_BITS]?.array[position & CHUNK_MASK] ?? 0
  }

  text(position: number): string {
    const chunk = this.#chunks[position >>> CHUNK_BITS]
    if (chunk === undefined) return ''
    const at = position & CHUNK_MASK
    return Buffer.from(chunk.array.subarray(at + 1, at + 1 + chunk.view.getUint8(at))).toString()
  }
}
