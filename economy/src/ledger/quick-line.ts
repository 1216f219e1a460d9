import { NOBODY } from './accounts.ts'
import { ByteReader, literal } from './byte-reader.ts'
import type { Bytes, Span } from './bytes.ts'
import type { EventType } from './event.ts'

const QUOTE = 0x22
const BRACE = 0x7d

const USER_BYTES_MAX = 128

const TRANSACTION = literal('Transaction {"Id":"')
const MINT = literal('Mint {"Id":"')
const BURN = literal('Burn {"Id":"')
const TIME = literal('","Time":')
const FROM = literal(',"From":"')
const TO_FIRST = literal(',"To":"')
const TO_NEXT = literal('","To":"')
const AMOUNT = literal('","Amount":')
const NOTE = literal(',"Note":"')
const LINK = literal(',"Link":"')
const FEE = literal(',"Fee":')
const KEY = literal(',"Key":"')
const STIPEND = literal('Stipend"')

/**
 * Reads the lines that replay has most of, straight from the bytes of the file: those that this service wrote itself,
 * without Returns, escapes, amounts of more than 15 digits and users that are not ASCII. A start spends nearly all its
 * time here; JSON.parse and the strings and objects it makes take five times as long.
 *
 * What it reads, `decodeLine` reads to the same event (a test holds them side by side); of everything else it says that
 * it cannot, never that it is wrong. An instance is used again and again: its fields are those of the last line.
 */
export class QuickLine {
  /** Where the line begins, and where its newline is. */
  start = 0
  end = 0
  type: EventType = 'Mint'
  amount = 0
  feeMillionths = 0
  isStipend = false
  hasKey = false
  readonly id: Span = { start: 0, end: 0, hash: 0 }
  readonly from: Span = { start: 0, end: 0, hash: 0 }
  readonly to: Span = { start: 0, end: 0, hash: 0 }
  /** The accounts of `from` and `to`, as far as somebody has looked them up. */
  fromAccount = NOBODY
  toAccount = NOBODY
  readonly key: Span = { start: 0, end: 0, hash: 0 }
  readonly #reader = new ByteReader()
  #timeAt = 0

  /** The Time of the event: reckoned when it is asked for, which is for stipends only. */
  get time(): number {
    return this.#reader.valueAt(this.#timeAt)
  }

  /**
   * Reads the line that begins at `start`; false when it must be read the slow way. The bytes must be UTF-8 and end with
   * a newline.
   */
  read(bytes: Bytes, start: number): boolean {
    this.#reader.begin(bytes, start)
    if (!this.#readType() || !this.#readFields() || !this.#isAtEnd()) return false
    this.start = start
    this.end = this.#reader.at
    return true
  }

  #readType(): boolean {
    const reader = this.#reader
    if (reader.skip(TRANSACTION)) this.type = 'Transaction'
    else if (reader.skip(MINT)) this.type = 'Mint'
    else if (reader.skip(BURN)) this.type = 'Burn'
    else return false
    return true
  }

  /** In the order in which `encodeLine` writes them. */
  #readFields(): boolean {
    const reader = this.#reader
    if (!reader.readName(this.id) || !reader.skip(TIME)) return false
    this.#timeAt = reader.at
    if (!reader.skipInteger() || !this.#readParties() || !reader.skip(AMOUNT)) return false
    const amountAt = reader.at
    if (!reader.skipInteger()) return false
    this.amount = reader.valueAt(amountAt)
    if (!reader.skip(NOTE)) return false
    this.isStipend = reader.matches(STIPEND)
    if (!reader.skipText()) return false
    if (this.type !== 'Mint' && reader.skip(LINK) && !reader.skipText()) return false
    this.feeMillionths = this.type === 'Transaction' && reader.skip(FEE) ? reader.readFeeMillionths() : 0
    if (this.feeMillionths === -1) return false
    this.hasKey = reader.skip(KEY)
    return !this.hasKey || (reader.readText(this.key) && reader.skipByte(QUOTE))
  }

  #readParties(): boolean {
    const reader = this.#reader
    if (this.type === 'Mint') return reader.skip(TO_FIRST) && this.#readUser(this.to)
    if (!reader.skip(FROM) || !this.#readUser(this.from)) return false
    return this.type === 'Burn' || (reader.skip(TO_NEXT) && this.#readUser(this.to))
  }

  #readUser(span: Span): boolean {
    return this.#reader.readName(span) && span.end - span.start <= USER_BYTES_MAX
  }

  #isAtEnd(): boolean {
    return this.#reader.skipByte(BRACE) && this.#reader.isAtLineEnd()
  }
}
