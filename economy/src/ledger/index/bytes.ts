import { hashEnd, hashStart, hashStep } from './hash.ts'

/** A range of bytes and its hash. */
export interface Span {
  start: number
  end: number
  hash: number
}

/** Bytes as an array, which is twice as fast byte by byte, and as a view, which reads numbers at unaligned positions. */
export interface Bytes {
  array: Uint8Array
  view: DataView
}

export function bytesOf(array: Uint8Array): Bytes {
  return { array, view: new DataView(array.buffer, array.byteOffset, array.byteLength) }
}

/**
 * Whether two ranges are equal. Compares four bytes at a time: this is hot in replay, and for short names the call of
 * `Buffer.compare` costs more than the comparison.
 */
export function areSame(
  one: DataView,
  oneAt: number,
  other: DataView,
  otherAt: number,
  length: number,
): boolean {
  if (oneAt + length > one.byteLength || otherAt + length > other.byteLength) return false
  let index = 0
  for (; index + 4 <= length; index += 4) {
    if (one.getInt32(oneAt + index) !== other.getInt32(otherAt + index)) return false
  }
  for (; index < length; index++) {
    if (one.getUint8(oneAt + index) !== other.getUint8(otherAt + index)) return false
  }
  return true
}

/** Twice the maximum of an identifier. A longer name is truncated, and still too long to match any account. */
const nameBytesMax = 256

/** A reused buffer for the name in a search. Allocating one per search would cost more than the search. */
export class NameBytes implements Bytes {
  readonly array = Buffer.alloc(nameBytesMax)
  readonly view = bytesOf(this.array).view
  readonly span: Span = { start: 0, end: 0, hash: 0 }

  /** Stores a name as UTF-8. The returned span is valid until the next call. */
  take(name: string): Span {
    const { array, span } = this
    span.end = array.write(name)
    let hash = hashStart
    for (let at = 0; at < span.end; at++) hash = hashStep(hash, array[at] ?? 0)
    span.hash = hashEnd(hash)
    return span
  }
}
