import { NOBODY } from './accounts.ts'
import { areSame, type Bytes, bytesOf, type Span } from './bytes.ts'
import type { EventType } from './event.ts'
import { HASH_START, hashEnd, hashStep } from './hash.ts'

const SPACE = 0x20
const QUOTE = 0x22
const POINT = 0x2e
const ZERO = 0x30
const NINE = 0x39
const BACKSLASH = 0x5c
const TILDE = 0x7e
const BRACE = 0x7d
const NEWLINE = 0x0a

/** The longest number whose every value a double holds exactly. Longer amounts are rare and read the slow way. */
const DIGITS_MAX = 15

const USER_BYTES_MAX = 128
const FEE_DECIMALS = 6

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
  #bytes: Uint8Array = new Uint8Array(0)
  #view = TRANSACTION
  #at = 0
  #timeAt = 0

  /** The Time of the event: reckoned when it is asked for, which is for stipends only. */
  get time(): number {
    return this.#valueAt(this.#timeAt)
  }

  /**
   * Reads the line that begins at `start`; false when it must be read the slow way. The bytes must be UTF-8 and end with
   * a newline, which ends every walk.
   */
  read({ array, view }: Bytes, start: number): boolean {
    this.#bytes = array
    this.#view = view
    this.#at = start
    if (!this.#readType() || !this.#readFields() || !this.#isAtEnd()) return false
    this.start = start
    this.end = this.#at
    return true
  }

  #readType(): boolean {
    if (this.#skip(TRANSACTION)) this.type = 'Transaction'
    else if (this.#skip(MINT)) this.type = 'Mint'
    else if (this.#skip(BURN)) this.type = 'Burn'
    else return false
    return true
  }

  /** In the order in which `encodeLine` writes them. */
  #readFields(): boolean {
    if (!this.#readText(this.id, SPACE + 1) || !this.#skip(TIME)) return false
    this.#timeAt = this.#at
    if (!this.#skipInteger() || !this.#readParties() || !this.#skip(AMOUNT)) return false
    const amountAt = this.#at
    if (!this.#skipInteger()) return false
    this.amount = this.#valueAt(amountAt)
    if (!this.#skip(NOTE)) return false
    this.isStipend = this.#matches(STIPEND)
    if (!this.#skipText()) return false
    if (this.type !== 'Mint' && this.#skip(LINK) && !this.#skipText()) return false
    this.feeMillionths = 0
    if (this.type === 'Transaction' && this.#skip(FEE) && !this.#readFee()) return false
    this.hasKey = this.#skip(KEY)
    return !this.hasKey || (this.#readText(this.key, SPACE) && this.#skipByte(QUOTE))
  }

  #readParties(): boolean {
    if (this.type === 'Mint') return this.#skip(TO_FIRST) && this.#readUser(this.to)
    if (!this.#skip(FROM) || !this.#readUser(this.from)) return false
    return this.type === 'Burn' || (this.#skip(TO_NEXT) && this.#readUser(this.to))
  }

  #readUser(span: Span): boolean {
    return this.#readText(span, SPACE + 1) && span.end - span.start <= USER_BYTES_MAX
  }

  /** Reads printable ASCII from a lowest character on, up to the quote; none is not enough. */
  #readText(span: Span, lowest: number): boolean {
    const bytes = this.#bytes
    let at = this.#at
    let hash = HASH_START
    span.start = at
    for (;;) {
      const byte = bytes[at] ?? NEWLINE
      if (byte === QUOTE) break
      if (byte < lowest || byte > TILDE || byte === BACKSLASH) return false
      hash = hashStep(hash, byte)
      at++
    }
    span.end = at
    span.hash = hashEnd(hash)
    this.#at = at
    return at > span.start
  }

  /** Walks over a text of which nothing is needed, and its quote. */
  #skipText(): boolean {
    const bytes = this.#bytes
    let at = this.#at
    for (;;) {
      const byte = bytes[at] ?? NEWLINE
      if (byte === QUOTE) break
      if (byte < SPACE || byte === BACKSLASH) return false
      at++
    }
    this.#at = at + 1
    return true
  }

  #skipInteger(): boolean {
    const bytes = this.#bytes
    const start = this.#at
    let at = start
    while (isDigit(bytes[at] ?? NEWLINE)) at++
    this.#at = at
    const digits = at - start
    return digits > 0 && digits <= DIGITS_MAX && (digits === 1 || bytes[start] !== ZERO)
  }

  /** The value of the integer at a place. */
  #valueAt(start: number): number {
    const bytes = this.#bytes
    let value = 0
    for (let at = start; isDigit(bytes[at] ?? NEWLINE); at++) value = value * 10 + (bytes[at] ?? ZERO) - ZERO
    return value
  }

  /** `0`, or `0.` and up to six digits. */
  #readFee(): boolean {
    if (!this.#skipByte(ZERO)) return false
    if (!this.#skipByte(POINT)) return true
    const bytes = this.#bytes
    const start = this.#at
    let at = start
    let millionths = 0
    for (; at < start + FEE_DECIMALS; at++) {
      const byte = bytes[at] ?? NEWLINE
      if (!isDigit(byte)) break
      millionths = millionths * 10 + byte - ZERO
    }
    this.#at = at
    this.feeMillionths = millionths * 10 ** (FEE_DECIMALS - (at - start))
    return at > start
  }

  #isAtEnd(): boolean {
    return this.#skipByte(BRACE) && this.#bytes[this.#at] === NEWLINE
  }

  #skipByte(byte: number): boolean {
    if (this.#bytes[this.#at] !== byte) return false
    this.#at++
    return true
  }

  #skip(expected: DataView): boolean {
    if (!this.#matches(expected)) return false
    this.#at += expected.byteLength
    return true
  }

  #matches(expected: DataView): boolean {
    return areSame(this.#view, this.#at, expected, 0, expected.byteLength)
  }
}

function isDigit(byte: number): boolean {
  return byte >= ZERO && byte <= NINE
}

function literal(text: string): DataView {
  return bytesOf(Buffer.from(text)).view
}
