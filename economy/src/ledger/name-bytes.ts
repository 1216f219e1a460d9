import { type Bytes, bytesOf, type Span } from './bytes.ts'
import { hashEnd, hashStart, hashStep } from './hash.ts'

/** Twice the maximum of an identifier. A longer name is truncated, and still too long to match any account. */
const bytesMax = 256

/** A reused buffer for the name in a search. Allocating one per search would cost more than the search. */
export class NameBytes implements Bytes {
  readonly array = Buffer.alloc(bytesMax)
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
