import { microPerUnit, unitsText } from '@baseplate/platform/foundation/money'

const unit = BigInt(microPerUnit)

/** Formats micro-units as a decimal with six places and grouped thousands: `-1,234.500000`. */
export const decimalOf = (microUnits: string): string =>
  unitsText(BigInt(microUnits)).replace(/\B(?=(\d{3})+\.)/g, ',')

/** Formats with two decimal places, or none if they are zero. */
function shortDecimalOf(microUnits: string): string {
  const [whole = '0', places = ''] = decimalOf(microUnits).split('.')
  const shown = places.slice(0, 2)
  const short = shown === '00' ? whole : `${whole}.${shown}`
  return short === '-0' ? '0' : short
}

const steps = [
  { of: 10n ** 12n, letter: 'T' },
  { of: 10n ** 9n, letter: 'B' },
  { of: 10n ** 6n, letter: 'M' },
  { of: 10n ** 3n, letter: 'K' },
]

/**
 * Formats an amount for narrow spaces: two places or none, and from 10,000 units on with a suffix: `12.3K`. Rounds down, so
 * that it never shows more than the amount.
 */
export function roundedDecimalOf(microUnits: string): string {
  const amount = BigInt(microUnits)
  const size = (amount < 0n ? -amount : amount) / unit
  const step = steps.find(({ of }) => size >= of)
  if (!step || size < 10_000n) return shortDecimalOf(microUnits)
  const tenths = (size * 10n) / step.of
  const whole = (tenths / 10n).toString().replace(/\B(?=(\d{3})+$)/g, ',')
  const tenth = tenths < 1_000n && tenths % 10n > 0n ? `.${tenths % 10n}` : ''
  return `${amount < 0n ? '-' : ''}${whole}${tenth}${step.letter}`
}

/**
 * Describes the maker's share of a sale.
 *
 * @param fee the platform's share, from 0 to 1
 */
export const proceedsOf = (fee: number): string =>
  fee === 0 ? 'the whole price' : `the price less ${Math.round(fee * 1_000_000) / 10_000}%`
