/** A number with a sign, a fraction or an exponent. */
export class Decimal {
  readonly value: number
  /** The number as written. */
  readonly source: string

  constructor(value: number, source: string) {
    this.value = value
    this.source = source
  }
}

/**
 * Matches every text whose numbers a plain `JSON.parse` could change: `1e3` and `1.0` become 1000 and 1, and numbers of 16 or
 * more digits may be rounded. A match inside a string only costs time. The decimal point of a Fee is exempt: a Fee is a fraction
 * anyway, and most transactions have one.
 */
const needsSource = /-\d|\d[eE]|(?<=\d)(?<!"Fee":0)\.|\d{16}/

const plainInteger = /^\d+$/

/**
 * Parses JSON without losing precision. Plain integers become `number` if a double holds them exactly, otherwise `bigint`. Any
 * other number becomes a `Decimal`; a Fee may be a `number`.
 *
 * The reviver makes parsing about four times slower, so it is used only where necessary.
 *
 * @throws SyntaxError if the text is not JSON
 */
export function parseExact(text: string): unknown {
  if (!needsSource.test(text)) return JSON.parse(text)
  return JSON.parse(text, (_key, value: unknown, context?: { source?: string }) => {
    if (typeof value !== 'number' || context?.source === undefined) return value
    if (!plainInteger.test(context.source)) return new Decimal(value, context.source)
    return Number.isSafeInteger(value) ? value : BigInt(context.source)
  })
}
