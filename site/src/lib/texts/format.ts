import { microPerUnit, unitsText } from '@baseplate/platform/foundation/money'
import { formatFileSize as fileSizeIn } from '@baseplate/texts/file-size'
import { locale, regionalLocale } from './t.ts'

/** Returns a function that gives a format in the reader's language. Building a format takes far longer than using it. */
function inEachLanguage<Format>(
  build: (language: string) => Format,
  currentLanguage: () => string = locale,
): () => Format {
  const built = new Map<string, Format>()
  return () => {
    const language = currentLanguage()
    const known = built.get(language)
    if (known) return known
    const format = build(language)
    built.set(language, format)
    return format
  }
}

const numbers = (options: Intl.NumberFormatOptions) =>
  inEachLanguage((language) => new Intl.NumberFormat(language, options))

/** Joins a number and its unit, so that no line breaks between them. */
const unbroken = (measure: string): string => measure.replaceAll(' ', '\u00a0')

const plainNumber = numbers({})

/** Formats a number in the reader's language: `12,345`. */
export const formatNumber = (value: number | bigint): string => plainNumber().format(value)

const signedNumber = numbers({ signDisplay: 'exceptZero' })

/** Formats a change of a number: `+3`, `-1`. */
export const formatChange = (change: number): string => signedNumber().format(change)

const percent = numbers({ style: 'percent', maximumFractionDigits: 4 })

/** Formats a fraction as a percentage: `2.5%`. */
export const formatPercent = (fraction: number): string => percent().format(fraction)

/** Formats a size: `1.5 MB`. */
export const formatFileSize = (size: number): string => fileSizeIn(size, locale())

const money = numbers({ maximumFractionDigits: 6 })
const exactMoney = numbers({ minimumFractionDigits: 6, maximumFractionDigits: 6 })
const towardZero = { roundingMode: 'trunc', signDisplay: 'negative' } as const
const smallMoney = numbers({ maximumFractionDigits: 2, ...towardZero })
const largeMoney = numbers({ notation: 'compact', maximumFractionDigits: 1, ...towardZero })

/** Amounts are passed as text, which `Intl` formats exactly however large they are. */
const exactly = (microUnits: string) => unitsText(BigInt(microUnits)) as Intl.StringNumericLiteral

/** Formats an amount of money without trailing zeros: `12.5`, `3`, `0.000001`. `microUnits` is a whole number as text. */
export const formatMoney = (microUnits: string): string => money().format(exactly(microUnits))

/** Formats an amount with its currency, for sentences: `◈ 12.5`. The space does not break. */
export const formatPrice = (currency: string, microUnits: string): string =>
  `${currency}\u00a0${formatMoney(microUnits)}`

/** Formats an amount of money with all six places, for tables: `1,234.500000`. */
export const formatExactMoney = (microUnits: string): string => exactMoney().format(exactly(microUnits))

// The server reads Latin digits only.
const ungroupedMoney = numbers({ maximumFractionDigits: 6, useGrouping: false, numberingSystem: 'latn' })

/** Formats an amount for an amount field of a form: `1234.5`, in German `1234,5`. */
export function typedUnits(microUnits: string): string {
  const text = ungroupedMoney().format(exactly(microUnits))
  // The server refuses three places after a comma, which could be thousands.
  return /,\d{3}$/.test(text) ? `${text}0` : text
}

/**
 * Formats an amount for narrow spaces: with two places at most, and from 10,000 units in the language's short form, `12.3K`.
 * Rounds toward zero, so that it never shows more money than there is.
 */
export function formatShortMoney(microUnits: string): string {
  const amount = BigInt(microUnits)
  const isLarge = (amount < 0n ? -amount : amount) >= 10_000n * BigInt(microPerUnit)
  return (isLarge ? largeMoney : smallMoney)().format(exactly(microUnits))
}

const dates = (options: Intl.DateTimeFormatOptions) =>
  inEachLanguage(
    (language) => new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' }),
    regionalLocale,
  )

const date = dates({ day: 'numeric', month: 'short' })

/** Formats a day of this year: `5 May`. */
export const formatDayOfYear = (day: Date): string => date().format(day)

const wholeDate = dates({ dateStyle: 'medium' })

/** Formats a day of any year: `22 Nov 2026`. */
export const formatDate = (day: Date): string => wholeDate().format(day)

const minutes = numbers({ style: 'unit', unit: 'minute', maximumFractionDigits: 0 })

/** Formats a duration in minutes: `12 min`. */
export const formatMinutes = (count: number): string => unbroken(minutes().format(count))

const list = inEachLanguage(
  (language) => new Intl.ListFormat(language, { type: 'conjunction' }),
  regionalLocale,
)

/** Joins names: `Anna, Ben and Carl`. */
export const formatList = (items: readonly string[]): string => list().format(items)

const names = inEachLanguage((language) => new Intl.Collator(language, { numeric: true }))

/** Compares two names in the alphabet of the reader's language, for lists that are whole on one page. */
export const compareNames = (one: string, other: string): number => names().compare(one, other)

const time = dates({ dateStyle: 'medium', timeStyle: 'short' })

/** Formats a time exactly: `22 Nov 2026, 18:05 UTC`. In UTC, so that the server and every browser agree. */
export const formatTime = (at: Date): string => `${time().format(at)} UTC`

const second = dates({ dateStyle: 'medium', timeStyle: 'medium' })

/** Formats a time to the second: `22 Nov 2026, 18:05:12 UTC`. */
export const formatSecond = (at: Date): string => `${second().format(at)} UTC`

const short = (unit: string) => numbers({ style: 'unit', unit, unitDisplay: 'short' })
const durations = {
  day: short('day'),
  hour: short('hour'),
  minute: short('minute'),
  second: short('second'),
  millisecond: short('millisecond'),
}

/** Formats a duration in a short unit: `11 hr`. */
export const formatShortUnit = (value: number, unit: keyof typeof durations): string =>
  unbroken(durations[unit]().format(value))

const relative = inEachLanguage((language) => new Intl.RelativeTimeFormat(language, { numeric: 'auto' }))

/** Formats a distance from now: `3 minutes ago`, `tomorrow`. */
export const formatRelative = (value: number, unit: Intl.RelativeTimeFormatUnit): string =>
  relative().format(value, unit)
