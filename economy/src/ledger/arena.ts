import { areSame, type Span, viewOf } from './bytes.ts'

/** An identifier has at most 128 bytes, so its length fits into the byte before it. */
const NAME_BYTES_MAX = 1 + 128

const CHUNK_BITS = 18
const CHUNK_BYTES = 1 << CHUNK_BITS
const CHUNK_MASK = CHUNK_BYTES - 1

/**
 * Keeps names, which are UTF-8 bytes, in a few large buffers: a million strings take three times the memory, and the
 * collector would walk over them for ever. A name is known by its place, which fits into 32 bits.
 */
export class Arena {
  readonly #chunks: Buffer[] = []
  readonly #views: DataView[] = []
  /** Where the next name goes, counted over all chunks. */
  #end = 0

  /** Keeps a copy of a name; answers its place. */
  add(bytes: DataView, { start, end }: Span): number {
    // No name is cut in two: one that does not fit into what is left of a chunk begins the next.
    if ((this.#end & CHUNK_MASK) + NAME_BYTES_MAX > CHUNK_BYTES) this.#end = (this.#end | CHUNK_MASK) + 1
    const place = this.#end
    if (place > 0xffff_ffff - NAME_BYTES_MAX)
      throw new Error('the names of the accounts take more than 4 GiB')
    let chunk = this.#chunks[place >>> CHUNK_BITS]
    if (chunk === undefined) {
      chunk = Buffer.alloc(CHUNK_BYTES)
      this.#chunks.push(chunk)
      this.#views.push(viewOf(chunk))
    }
    const at = place & CHUNK_MASK
    chunk[at] = end - start
    chunk.set(new Uint8Array(bytes.buffer, bytes.byteOffset + start, end - start), at + 1)
    this.#end = place + 1 + end - start
    return place
  }

  /** Whether the name at a place is these bytes. */
  isAt(place: number, bytes: DataView, start: number, end: number): boolean {
    const view = this.#views[place >>> CHUNK_BITS]
    const at = place & CHUNK_MASK
    return (
      view !== undefined &&
      view.getUint8(at) === end - start &&
      areSame(view, at + 1, bytes, start, end - start)
    )
  }

  /** The first byte at a place: its length. */
  lengthAt(place: number): number {
    return this.#views[place >>> CHUNK_BITS]?.getUint8(place & CHUNK_MASK) ?? 0
  }

  text(place: number): string {
    const chunk = this.#chunks[place >>> CHUNK_BITS]
    const start = (place & CHUNK_MASK) + 1
    return chunk === undefined ? '' : chunk.toString('utf8', start, start + chunk.readUInt8(start - 1))
  }
}
