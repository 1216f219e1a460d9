import { Column } from './column.ts'
import { Positions } from './positions.ts'

/** An identifier has at most 128 bytes, so its length fits into the byte before it. */
const NAME_BYTES_MAX = 1 + 128

const CHUNK_BITS = 18
const CHUNK_BYTES = 1 << CHUNK_BITS
const CHUNK_MASK = CHUNK_BYTES - 1

/** Some bytes of a larger whole, and their hash. */
export interface Span {
  start: number
  end: number
  hash: number
}

/**
 * Numbers names, which are UTF-8 bytes, from 0 in the order they come. All stand in a few large buffers: a million
 * strings in a map take three times the memory, and the collector would walk over them for ever.
 */
export class Names {
  readonly #chunks: Buffer[] = []
  /** Where each name is, counted over all chunks. */
  readonly #places = new Column()
  readonly #positions = new Positions()
  #count = 0
  /** Where the next name goes. */
  #end = 0
  /** What `find` is looking for: in fields rather than in a closure, which would be made anew for each search. */
  #sought: Uint8Array = new Uint8Array(0)
  #soughtStart = 0
  #soughtEnd = 0
  readonly #isSought = (number: number): boolean => {
    const place = this.#places.get(number)
    const chunk = this.#chunks[place >>> CHUNK_BITS]
    if (chunk === undefined) return false
    let at = place & CHUNK_MASK
    if (chunk[at] !== this.#soughtEnd - this.#soughtStart) return false
    for (let index = this.#soughtStart; index < this.#soughtEnd; index++) {
      if (chunk[++at] !== this.#sought[index]) return false
    }
    return true
  }

  get count(): number {
    return this.#count
  }

  /** The number of a name; -1 when it has none. */
  find(bytes: Uint8Array, { start, end, hash }: Span): number {
    this.#sought = bytes
    this.#soughtStart = start
    this.#soughtEnd = end
    return this.#positions.find(hash, this.#isSought)
  }

  /** The number of a name, which gets one when it has none. */
  enter(bytes: Uint8Array, span: Span): number {
    const known = this.find(bytes, span)
    if (known !== -1) return known
    const number = this.#count
    this.#places.set(number, this.#store(bytes, span))
    this.#positions.add(span.hash, number)
    this.#count++
    return number
  }

  /** The name of a number that has been given. */
  name(number: number): string {
    const place = this.#places.get(number)
    const chunk = this.#chunks[place >>> CHUNK_BITS]
    const start = (place & CHUNK_MASK) + 1
    return chunk === undefined ? '' : chunk.toString('utf8', start, start + chunk.readUInt8(start - 1))
  }

  #store(bytes: Uint8Array, { start, end }: Span): number {
    // No name is cut in two: one that does not fit into what is left of a chunk begins the next.
    if ((this.#end & CHUNK_MASK) + NAME_BYTES_MAX > CHUNK_BYTES) this.#end = (this.#end | CHUNK_MASK) + 1
    const place = this.#end
    if (place > 0xffff_ffff - NAME_BYTES_MAX)
      throw new Error('the names of the accounts take more than 4 GiB')
    let chunk = this.#chunks[place >>> CHUNK_BITS]
    if (chunk === undefined) {
      chunk = Buffer.alloc(CHUNK_BYTES)
      this.#chunks.push(chunk)
    }
    const at = place & CHUNK_MASK
    chunk[at] = end - start
    chunk.set(bytes.subarray(start, end), at + 1)
    this.#end = place + 1 + end - start
    return place
  }
}
