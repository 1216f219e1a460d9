import { isUtf8 } from 'node:buffer'
import type { LedgerEvent } from '../../../contract.ts'
import { EconomyFault } from '../../fault.ts'
import { Malformed } from '../event.ts'
import { type LinesFile, readWholeLines, type TornTail } from '../file/whole-lines.ts'
import { noAccount } from '../index/accounts.ts'
import type { Book } from '../index/book.ts'
import { bytesOf } from '../index/bytes.ts'
import { decodeLine } from '../line.ts'
import { contradiction, partiesFault } from '../rules.ts'
import { LineGroup, linesAtOnce } from './line-group.ts'

const newline = 0x0a

interface ReplayOptions {
  /** Offset at which reading starts. The book already has the lines before it. 0 by default. */
  from?: number
  /** Receives all lines as bytes before they are recorded. */
  beforeLines?: (lines: Buffer) => void
  /** Receives the number of bytes read so far. */
  onProgress?: (bytes: number) => void
}

/**
 * Reads a ledger file and records its events in a book. Ignores a last line without a newline.
 *
 * @throws EconomyFault `invalid ledger: line N: …` if a line is damaged or contradicts earlier ones
 */
export async function replay(
  file: LinesFile,
  book: Book,
  { from = 0, beforeLines, onProgress }: ReplayOptions = {},
): Promise<TornTail> {
  const replaying = new Replay(book)
  const take = (lines: Buffer) => {
    beforeLines?.(lines)
    replaying.takeLines(lines)
    onProgress?.(book.history.bytes)
  }
  return readWholeLines(file, take, from)
}

/**
 * Records more lines of a ledger in a book, as strictly as `replay`.
 *
 * @throws EconomyFault as `replay`
 */
export function recordLines(book: Book, lines: Buffer): void {
  new Replay(book).takeLines(lines)
}

class Replay {
  readonly #book: Book
  readonly #group: LineGroup

  constructor(book: Book) {
    this.#book = book
    this.#group = new LineGroup(book)
  }

  takeLines(lines: Buffer): void {
    const mayBeQuick = isUtf8(lines)
    const bytes = bytesOf(lines)
    for (let start = 0; start < lines.length; ) {
      const group = mayBeQuick ? this.#group.read(bytes, start) : []
      for (const line of group) {
        if (!this.#book.recordQuick(line, bytes)) this.#takeLine(lines.subarray(line.start, line.end))
        start = line.end + 1
      }
      if (group.length === linesAtOnce || start === lines.length) continue
      // A shorter group is followed by a line that needs the general parser.
      const end = lines.indexOf(newline, start)
      this.#takeLine(lines.subarray(start, end))
      start = end + 1
    }
  }

  #takeLine(line: Buffer): void {
    const event = this.#decode(line)
    const fault = partiesFault(event) ?? contradiction(this.#book.accounts, event) ?? this.#repetition(event)
    if (fault !== undefined) throw this.#invalid(fault)
    const { accounts } = this.#book
    const from = event.Type === 'Mint' ? noAccount : accounts.enterUser(event.From)
    const to = event.Type === 'Burn' ? noAccount : accounts.enterUser(event.To)
    this.#book.record(event, line.length + 1, from, to)
  }

  #decode(line: Buffer): LedgerEvent {
    try {
      return decodeLine(line)
    } catch (error) {
      throw error instanceof Malformed ? this.#invalid(error.message) : error
    }
  }

  /** A repeated line would move its money twice. Events of compatible services may have no id. */
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
