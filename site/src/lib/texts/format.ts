import { microPerUnit, unitsText } from '@baseplate/platform/foundation/money'
import { locale } from './t.ts'

/** Formats a number in the reader's language: `12,345`. */
export const formatNumber = (value: number | bigint): string => plainFormat(undefined).format(value)

/** Formats a size in decimal units, as the limits are defined: 1 MB is 1,000,000 bytes. */
export function formatFileSize(bytes: number): string {
  const [unit, size] = fileSizes.find(([, least]) => bytes >= least) ?? ['byte', 1]
  const maximumFractionDigits = unit === 'gigabyte' || (unit === 'megabyte' && bytes < 10_000_000) ? 1 : 0
  const unitDisplay = unit === 'byte' ? 'long' : 'short'
  return numberFormat({ style: 'unit', unit, unitDisplay, maximumFractionDigits }).format(bytes / size)
}

const fileSizes = [
  ['gigabyte', 1_000_000_000],
  ['megabyte', 1_000_000],
  ['kilobyte', 1_000],
] as const

/** Formats an amount of money without trailing zeros: `12.5`, `3`, `0.000001`. `microUnits` is a whole number as text. */
export const formatMoney = (microUnits: string): string =>
  formatDecimal(microUnits, { maximumFractionDigits: 6 })

/** Formats an amount of money with all six places, for tables: `1,234.500000`. */
export const formatExactMoney = (microUnits: string): string =>
  formatDecimal(microUnits, { minimumFractionDigits: 6, maximumFractionDigits: 6 })

/** Writes an amount as a number field of a form takes it, in every language: `1234.5`. */
export const plainUnits = (microUnits: string): string => unitsText(BigInt(microUnits)).replace(/\.?0+$/, '')

/**
 * Formats an amount for narrow spaces: two places at most, and from 10,000 units on the language's short form: `12.3K`. Rounds
 * toward zero, so that it never shows more than the amount.
 */
export function formatShortMoney(microUnits: string): string {
  const amount = BigInt(microUnits)
  const isLarge = (amount < 0n ? -amount : amount) >= 10_000n * BigInt(microPerUnit)
  return formatDecimal(microUnits, {
    ...(isLarge ? { notation: 'compact', maximumFractionDigits: 1 } : { maximumFractionDigits: 2 }),
    roundingMode: 'trunc',
    signDisplay: 'negative',
  })
}

/** Amounts are passed as text, which `Intl` formats exactly however large they are. */
const formatDecimal = (microUnits: string, options: Intl.NumberFormatOptions) =>
  numberFormat(options).format(unitsText(BigInt(microUnits)) as Intl.StringNumericLiteral)

/** Formats a part of one as a percentage: `2.5%`. */
export const formatPercent = (part: number): string =>
  numberFormat({ style: 'percent', maximumFractionDigits: 4 }).format(part)

/** Joins names: `Anna, Ben, and Carl`. */
export const formatList = (items: readonly string[]): string =>
  listFormat({ type: 'conjunction' }).format(items)

/** Formats a day: `November 22, 2026`. Days and times are in UTC, so that the server and every browser agree. */
export const formatDay = (at: Date): string => dateFormat({ dateStyle: 'long', timeZone: 'UTC' }).format(at)

/** Formats a time exactly: `November 22, 2026 at 6:05 PM UTC`. */
export const formatTime = (at: Date): string =>
  `${dateFormat({ dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).format(at)} UTC`

/** Formats a duration in a unit: `12 hours`. */
export const formatUnit = (value: number, unit: 'hour' | 'minute' | 'second' | 'day'): string =>
  numberFormat({ style: 'unit', unit, unitDisplay: 'long' }).format(value)

/** Formats a duration in a short unit: `11 hr`. */
export const formatShortUnit = (value: number, unit: 'hour' | 'minute' | 'second'): string =>
  numberFormat({ style: 'unit', unit, unitDisplay: 'short' }).format(value)

/** Formats a distance from now: `3 minutes ago`, `tomorrow`. */
export const formatRelative = (value: number, unit: Intl.RelativeTimeFormatUnit): string =>
  relativeFormat({ numeric: 'auto' }).format(value, unit)

/** Compares names as readers of the language sort them. */
export const compareNames = (one: string, other: string): number =>
  collator({ sensitivity: 'base', numeric: true }).compare(one, other)

/** Formats by language and options. Building one takes far longer than using it. */
function remember<Options, Format>(build: (language: string, options: Options) => Format) {
  const built = new Map<string, Format>()
  return (options: Options): Format => {
    const key = options === undefined ? locale() : `${locale()} ${JSON.stringify(options)}`
    const format = built.get(key) ?? build(locale(), options)
    built.set(key, format)
    return format
  }
}

const plainFormat = remember((language, _: undefined) => new Intl.NumberFormat(language))
const numberFormat = remember(
  (language, options: Intl.NumberFormatOptions) => new Intl.NumberFormat(language, options),
)
const dateFormat = remember(
  (language, options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(language, options),
)
const relativeFormat = remember(
  (language, options: Intl.RelativeTimeFormatOptions) => new Intl.RelativeTimeFormat(language, options),
)
const listFormat = remember(
  (language, options: Intl.ListFormatOptions) => new Intl.ListFormat(language, options),
)
const collator = remember((language, options: Intl.CollatorOptions) => new Intl.Collator(language, options))
