import { areSame, type Bytes, bytesOf, type Span } from './bytes.ts'
import { hashEnd, hashStart, hashStep } from './hash.ts'

const space = 0x20
const quote = 0x22
const point = 0x2e
const zero = 0x30
const nine = 0x39
const backslash = 0x5c
const tilde = 0x7e
const newline = 0x0a

/** Number of digits that a double always holds exactly. Longer amounts are rare and take the general path. */
const digitsMax = 15

const feeDecimals = 6

const noBytes = bytesOf(new Uint8Array(0))

/**
 * Reads the common forms of JSON values from bytes. Each method advances past what it read, or returns false, after which the
 * reader must not be used for this line. The bytes must end with a newline, which stops every loop, since no value contains one.
 */
export class ByteReader {
  /** Current position. */
  at = 0
  #array = noBytes.array
  #view = noBytes.view

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
    return this.#array[this.at] === newline
  }

  /** Reads non-empty visible ASCII up to the quote, and hashes it. */
  readName(span: Span): boolean {
    return this.#readAscii(span, space + 1)
  }

  /** Does the same as `readName`, but allows spaces. */
  readText(span: Span): boolean {
    return this.#readAscii(span, space)
  }

  /** Skips a string without escapes and its closing quote. */
  skipText(): boolean {
    const array = this.#array
    let at = this.at
    for (;;) {
      const byte = array[at] ?? newline
      if (byte === quote) break
      if (byte < space || byte === backslash) return false
      at++
    }
    this.at = at + 1
    return true
  }

  skipInteger(): boolean {
    const array = this.#array
    const start = this.at
    let at = start
    while (isDigit(array[at] ?? newline)) at++
    this.at = at
    const digits = at - start
    return digits > 0 && digits <= digitsMax && (digits === 1 || array[start] !== zero)
  }

  /** Returns the integer at a position. */
  valueAt(start: number): number {
    const array = this.#array
    let value = 0
    for (let at = start; isDigit(array[at] ?? newline); at++) value = value * 10 + (array[at] ?? zero) - zero
    return value
  }

  /** Reads a fee of the form `0` or `0.` with up to six digits. Returns millionths, or -1 for any other form. */
  readFeeMillionths(): number {
    if (!this.skipByte(zero)) return -1
    if (!this.skipByte(point)) return 0
    const array = this.#array
    const start = this.at
    let at = start
    let millionths = 0
    for (; at < start + feeDecimals; at++) {
      const byte = array[at] ?? newline
      if (!isDigit(byte)) break
      millionths = millionths * 10 + byte - zero
    }
    this.at = at
    return at === start ? -1 : millionths * 10 ** (feeDecimals - (at - start))
  }

  #readAscii(span: Span, lowest: number): boolean {
    const array = this.#array
    let at = this.at
    let hash = hashStart
    span.start = at
    for (;;) {
      const byte = array[at] ?? newline
      if (byte === quote) break
      if (byte < lowest || byte > tilde || byte === backslash) return false
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
  return byte >= zero && byte <= nine
}
