import { isUtf8 } from 'node:buffer'
import type { FileHandle } from 'node:fs/promises'
import type { LedgerEvent } from '../../contract.ts'
import type { Book } from './book.ts'
import { bytesOf } from './bytes.ts'
import { Malformed } from './event.ts'
import { EconomyFault } from './fault.ts'
import { decodeLine } from './line.ts'
import { LINES_AT_ONCE, LineGroup } from './line-group.ts'
import { contradiction, partiesFault } from './rules.ts'

const CHUNK_BYTES = 1 << 20

/** No event comes near it: what has no newline for so long is another file, which would be read into memory whole. */
const LINE_BYTES_MAX = 64 << 20

const NEWLINE = 0x0a

/** What follows the last newline of a ledger: a line that was never finished, or zeros of a file system. */
export interface TornTail {
  /** Where it begins, in bytes: the size that the ledger should have. */
  offset: number
  bytes: Buffer
}

/** What replay reads of the ledger file. */
export type ReplayFile = Pick<FileHandle, 'read'>

/**
 * Rebuilds a book from the lines of a ledger. Reads only; a line counts once its newline is there. `onProgress` is told
 * after each piece of the file how many bytes were read.
 *
 * @throws EconomyFault `invalid ledger: line N: …` when a line is damaged or contradicts the ones before it
 */
export async function replay(
  file: ReplayFile,
  book: Book,
  onProgress?: (bytes: number) => void,
): Promise<TornTail> {
  const replaying = new Replay(book)
  // While one chunk is read from the disk, the one before it is worked through.
  let chunk = Buffer.allocUnsafe(CHUNK_BYTES)
  let other = Buffer.allocUnsafe(CHUNK_BYTES)
  let reading = file.read(chunk, 0, CHUNK_BYTES, 0)
  for (let position = 0; ; ) {
    const { bytesRead } = await reading
    if (bytesRead === 0) return replaying.tail()
    position += bytesRead
    reading = file.read(other, 0, CHUNK_BYTES, position)
    // The read under way is waited for by the next turn only: when this one fails, nobody else hears of its failure.
    reading.catch(() => undefined)
    replaying.take(chunk.subarray(0, bytesRead))
    onProgress?.(position)
    ;[chunk, other] = [other, chunk]
  }
}

class Replay {
  readonly #book: Book
  readonly #group: LineGroup
  /** The beginning of a line whose end is in a later chunk. */
  #rest: Buffer[] = []
  #restBytes = 0

  constructor(book: Book) {
    this.#book = book
    this.#group = new LineGroup(book)
  }

  tail(): TornTail {
    return { offset: this.#book.history.bytes, bytes: Buffer.concat(this.#rest) }
  }

  take(chunk: Buffer): void {
    const first = chunk.indexOf(NEWLINE) + 1
    if (first === 0) {
      this.#keep(chunk)
      return
    }
    const last = chunk.lastIndexOf(NEWLINE) + 1
    this.#takeLines(Buffer.concat([...this.#rest, chunk.subarray(0, first)]))
    this.#takeLines(chunk.subarray(first, last))
    this.#rest = []
    this.#restBytes = 0
    if (last < chunk.length) this.#keep(chunk.subarray(last))
  }

  #keep(piece: Buffer): void {
    this.#restBytes += piece.length
    if (this.#restBytes > LINE_BYTES_MAX) throw this.#invalid('longer than 64 MiB')
    this.#rest.push(Buffer.from(piece))
  }

  /** Takes whole lines. */
  #takeLines(lines: Buffer): void {
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
    this.#book.record(event, line.length + 1)
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
