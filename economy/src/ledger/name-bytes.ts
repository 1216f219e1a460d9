import { type Bytes, bytesOf, type Span } from './bytes.ts'
import { HASH_START, hashEnd, hashStep } from './hash.ts'

/** Twice what an identifier may have: what is too long is still so when it is cut, and no account's name. */
const BYTES_MAX = 256

/** The bytes of one user's name at a time: making a buffer for each search cost more than the search. */
export class NameBytes implements Bytes {
  readonly array = Buffer.alloc(BYTES_MAX)
  readonly view = bytesOf(this.array).view
  readonly span: Span = { start: 0, end: 0, hash: 0 }

  /** Takes the UTF-8 of a name; answers where it is, which is true until the next call. */
  take(name: string): Span {
    const { array, span } = this
    span.end = array.write(name)
    let hash = HASH_START
    for (let at = 0; at < span.end; at++) hash = hashStep(hash, array[at] ?? 0)
    span.hash = hashEnd(hash)
    return span
  }
}
