import { areSame, type Bytes, bytesOf, type Span } from './bytes.ts'
import { HASH_START, hashEnd, hashStep } from './hash.ts'

const SPACE = 0x20
const QUOTE = 0x22
const POINT = 0x2e
const ZERO = 0x30
const NINE = 0x39
const BACKSLASH = 0x5c
const TILDE = 0x7e
const NEWLINE = 0x0a

/** Number of digits that a double always holds exactly. Longer amounts are rare and take the general path. */
const DIGITS_MAX = 15

const FEE_DECIMALS = 6

const NO_BYTES = bytesOf(new Uint8Array(0))

/**
 * Reads the common forms of JSON values from bytes. Each method advances past what it read, or returns false, after which the
 * reader must not be used for this line. The bytes must end with a newline, which stops every loop, since no value contains one.
 */
export class ByteReader {
  /** Current position. */
  at = 0
  #array = NO_BYTES.array
  #view = NO_BYTES.view

  begin({ array, view }: Bytes, at: number): void {
    this.#array = array
    this.#view = view
    this.at = at
  }

  /** Whether these bytes are next. */
  matches(expected: DataView): boolean {
    return areSame(this.#view, this.at, expected, 0, expected.byteLength)
  }

  skip(expected: DataView): boolean {
    if (!this.matches(expected)) return false
    this.at += expected.byteLength
    return true
  }

  skipByte(byte: number): boolean {
    if (this.#array[this.at] !== byte) return false
    this.at++
    return true
  }

  isAtLineEnd(): boolean {
    return this.#array[this.at] === NEWLINE
  }

  /** Reads non-empty visible ASCII up to the quote, and hashes it. */
  readName(span: Span): boolean {
    return this.#readAscii(span, SPACE + 1)
  }

  /** Does the same as `readName`, but allows spaces. */
  readText(span: Span): boolean {
    return this.#readAscii(span, SPACE)
  }

  /** Skips a string without escapes and its closing quote. */
  skipText(): boolean {
    const array = this.#array
    let at = this.at
    for (;;) {
      const byte = array[at] ?? NEWLINE
      if (byte === QUOTE) break
      if (byte < SPACE || byte === BACKSLASH) return false
      at++
    }
    this.at = at + 1
    return true
  }

  skipInteger(): boolean {
    const array = this.#array
    const start = this.at
    let at = start
    while (isDigit(array[at] ?? NEWLINE)) at++
    this.at = at
    const digits = at - start
    return digits > 0 && digits <= DIGITS_MAX && (digits === 1 || array[start] !== ZERO)
  }

  /** Returns the integer at a position. */
  valueAt(start: number): number {
    const array = this.#array
    let value = 0
    for (let at = start; isDigit(array[at] ?? NEWLINE); at++) value = value * 10 + (array[at] ?? ZERO) - ZERO
    return value
  }

  /** Reads a fee of the form `0` or `0.` with up to six digits. Returns millionths, or -1 for any other form. */
  readFeeMillionths(): number {
    if (!this.skipByte(ZERO)) return -1
    if (!this.skipByte(POINT)) return 0
    const array = this.#array
    const start = this.at
    let at = start
    let millionths = 0
    for (; at < start + FEE_DECIMALS; at++) {
      const byte = array[at] ?? NEWLINE
      if (!isDigit(byte)) break
      millionths = millionths * 10 + byte - ZERO
    }
    this.at = at
    return at === start ? -1 : millionths * 10 ** (FEE_DECIMALS - (at - start))
  }

  #readAscii(span: Span, lowest: number): boolean {
    const array = this.#array
    let at = this.at
    let hash = HASH_START
    span.start = at
    for (;;) {
      const byte = array[at] ?? NEWLINE
      if (byte === QUOTE) break
      if (byte < lowest || byte > TILDE || byte === BACKSLASH) return false
      hash = hashStep(hash, byte)
      at++
    }
    span.end = at
    span.hash = hashEnd(hash)
    this.at = at
    return at > span.start
  }
}

/** Returns the bytes of a text for comparisons. */
export function literal(text: string): DataView {
  return bytesOf(Buffer.from(text)).view
}

function isDigit(byte: number): boolean {
  return byte >= ZERO && byte <= NINE
}
