import { NOBODY } from './accounts.ts'
import type { Book } from './book.ts'
import type { Bytes } from './bytes.ts'
import { QuickLine } from './quick-line.ts'

/** Enough for the processor to have many reads of memory under way at once. */
export const LINES_AT_ONCE = 32

/**
 * Reads lines in groups, and looks up their accounts before the first of them is recorded.
 *
 * With a million accounts nearly every look into a table waits for memory, 200 ns where this was measured, and one event
 * needs seven looks, of which each says where the next is: that wait was more than half of the whole start. The same
 * looks for 32 events, one kind after the other and without a branch on what they find, do not depend on each other: the
 * processor makes many at once, for 15 ns each.
 */
export class LineGroup {
  readonly #book: Book
  readonly #lines: readonly QuickLine[] = Array.from({ length: LINES_AT_ONCE }, () => new QuickLine())
  readonly #accounts = new Int32Array(LINES_AT_ONCE * 2)
  readonly #places = new Uint32Array(LINES_AT_ONCE * 2)
  /** The compiler leaves out reads whose values go nowhere. */
  #sum = 0

  constructor(book: Book) {
    this.#book = book
  }

  /** What the looks ahead came to. It means nothing. */
  get sum(): number {
    return this.#sum
  }

  /** The lines from `start` on, up to the first that is not quick; at most `LINES_AT_ONCE`, and valid until the next call. */
  read(bytes: Bytes, start: number): readonly QuickLine[] {
    let count = 0
    for (let at = start; at < bytes.array.length && count < LINES_AT_ONCE; count++) {
      const line = this.#lines[count]
      if (!line?.read(bytes, at)) break
      at = line.end + 1
    }
    const lines = count === LINES_AT_ONCE ? this.#lines : this.#lines.slice(0, count)
    this.#lookAhead(lines)
    for (const line of lines) {
      line.fromAccount = line.type === 'Mint' ? NOBODY : this.#book.accounts.find(bytes, line.from)
      line.toAccount = line.type === 'Burn' ? NOBODY : this.#book.accounts.find(bytes, line.to)
    }
    return lines
  }

  /** Reads what finding and recording will read, so that it is in the cache by then. */
  #lookAhead(lines: readonly QuickLine[]): void {
    const { accounts, history } = this.#book
    let sum = 0
    for (const line of lines) {
      sum += history.touchId(line.id.hash) + accounts.touch(line.from.hash) + accounts.touch(line.to.hash)
    }
    let count = 0
    for (const line of lines) {
      this.#accounts[count++] = accounts.firstOf(line.from.hash)
      this.#accounts[count++] = accounts.firstOf(line.to.hash)
    }
    for (let index = 0; index < count; index++) {
      this.#places[index] = accounts.placeOf(this.#accounts[index] ?? 0)
    }
    for (let index = 0; index < count; index++) sum += accounts.nameLengthAt(this.#places[index] ?? 0)
    this.#sum = sum
  }
}
