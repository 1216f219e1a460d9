import { isUtf8 } from 'node:buffer'
import type { LedgerEvent } from '../../contract.ts'
import { NOBODY } from './accounts.ts'
import type { Book } from './book.ts'
import { bytesOf } from './bytes.ts'
import { Malformed } from './event.ts'
import { EconomyFault } from './fault.ts'
import { decodeLine } from './line.ts'
import { LINES_AT_ONCE, LineGroup } from './line-group.ts'
import { contradiction, partiesFault } from './rules.ts'
import { type LinesFile, readWholeLines, type TornTail } from './whole-lines.ts'

const NEWLINE = 0x0a

/**
 * Rebuilds a book from the lines of a ledger. Reads only; a line counts once its newline is there. `onProgress` is told
 * now and then how many bytes were read.
 *
 * @throws EconomyFault `invalid ledger: line N: …` when a line is damaged or contradicts the ones before it
 */
export async function replay(
  file: LinesFile,
  book: Book,
  onProgress?: (bytes: number) => void,
): Promise<TornTail> {
  const replaying = new Replay(book)
  return readWholeLines(file, (lines) => {
    replaying.takeLines(lines)
    onProgress?.(book.history.bytes)
  })
}

class Replay {
  readonly #book: Book
  readonly #group: LineGroup

  constructor(book: Book) {
    this.#book = book
    this.#group = new LineGroup(book)
  }

  /** Takes whole lines. */
  takeLines(lines: Buffer): void {
    const mayBeQuick = isUtf8(lines)
    const bytes = bytesOf(lines)
    for (let start = 0; start < lines.length; ) {
      const group = mayBeQuick ? this.#group.read(bytes, start) : []
      for (const line of group) {
        if (!this.#book.recordQuick(line, bytes)) this.#takeLine(lines.subarray(line.start, line.end))
        start = line.end + 1
      }
      if (group.length === LINES_AT_ONCE || start === lines.length) continue
      const end = lines.indexOf(NEWLINE, start)
      this.#takeLine(lines.subarray(start, end))
      start = end + 1
    }
  }

  #takeLine(line: Buffer): void {
    const event = this.#decode(line)
    const fault = partiesFault(event) ?? contradiction(this.#book.accounts, event) ?? this.#repetition(event)
    if (fault !== undefined) throw this.#invalid(fault)
    const { accounts } = this.#book
    const from = event.Type === 'Mint' ? NOBODY : accounts.enterUser(event.From)
    const to = event.Type === 'Burn' ? NOBODY : accounts.enterUser(event.To)
    this.#book.record(event, line.length + 1, from, to)
  }

  #decode(line: Buffer): LedgerEvent {
    try {
      return decodeLine(line)
    } catch (error) {
      throw error instanceof Malformed ? this.#invalid(error.message) : error
    }
  }

  /** A line that is there twice would move its money twice. Events of other services may have no id. */
  #repetition({ Id, Key }: LedgerEvent): string | undefined {
    const { history } = this.#book
    if (Id !== '' && history.numberOfId(Id) !== -1) return `the Id ${Id} was used before`
    if (Key !== undefined && history.byKey(Key) !== undefined) return `the Key ${Key} was used before`
    return undefined
  }

  #invalid(fault: string): EconomyFault {
    return new EconomyFault(`invalid ledger: line ${this.#book.history.length + 1}: ${fault}`)
  }
}
