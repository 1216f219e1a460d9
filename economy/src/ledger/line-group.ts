import type { Book } from './book.ts'
import { QuickLine } from './quick-line.ts'

/** Enough for the processor to have many reads of memory under way at once. */
export const LINES_AT_ONCE = 32

/**
 * Reads lines in groups, and looks up what their events will need before the first of them is recorded.
 *
 * With a million accounts nearly every look into a table waits for memory, and one event needs seven looks of which
 * each says where the next is: that wait was more than half of the whole start. The same looks for 32 events, one kind
 * after the other, do not depend on each other, so the processor makes many at once, and recording finds everything in
 * its cache. What is read here is not used: the tables change while the group is recorded.
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

  /** The lines from `start` on, up to the first that is not quick; at most `LINES_AT_ONCE`, and valid until the next call. */
  read(bytes: DataView, start: number): readonly QuickLine[] {
    let count = 0
    for (let at = start; at < bytes.byteLength && count < LINES_AT_ONCE; count++) {
      const line = this.#lines[count]
      if (!line?.read(bytes, at)) break
      at = line.end + 1
    }
    const lines = count === LINES_AT_ONCE ? this.#lines : this.#lines.slice(0, count)
    this.#look(lines)
    return lines
  }

  #look(lines: readonly QuickLine[]): void {
    const { accounts, history } = this.#book
    let sum = 0
    for (let index = 0; index < lines.length; index++) {
      const line = lines[index]
      if (line === undefined) break
      sum += history.firstOfId(line.id.hash)
      this.#accounts[index * 2] = accounts.firstOf(line.from.hash)
      this.#accounts[index * 2 + 1] = accounts.firstOf(line.to.hash)
    }
    for (let index = 0; index < lines.length * 2; index++) {
      this.#places[index] = accounts.placeOf(this.#accounts[index] ?? 0)
    }
    for (let index = 0; index < lines.length * 2; index++) {
      sum += accounts.nameLengthAt(this.#places[index] ?? 0)
    }
    this.#sum = sum
  }

  /** What the looks came to. It means nothing. */
  get sum(): number {
    return this.#sum
  }
}
