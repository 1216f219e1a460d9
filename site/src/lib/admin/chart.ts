import { day } from '@baseplate/platform/foundation/clock'
import { locale, regionalLocale } from '#lib/texts/t.ts'

interface Point {
  at: number
  value: number
}

/** Maps times and values to coordinates of the chart. */
export interface Scale {
  x: (at: number) => number
  y: (value: number) => number
}

/** Returns about three round steps (1, 2 or 5 times a power of ten) from 0 to at least the largest value. */
export function axisOf(values: readonly number[]): { top: number; ticks: number[] } {
  const most = Math.max(1, ...values)
  const rough = most / 3
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((size) => size >= rough) ?? rough
  const count = Math.ceil(most / step)
  const ticks = Array.from({ length: count + 1 }, (_, index) => Number((index * step).toPrecision(12)))
  return { top: count * step, ticks }
}

/** Returns the path data through the points. A single point becomes a line of no length, which its dot marks. */
export const pathOf = (points: readonly Point[], { x, y }: Scale): string =>
  points
    .map(({ at, value }, index) => `${index === 0 ? 'M' : 'L'}${x(at).toFixed(1)} ${y(value).toFixed(1)}`)
    .join('')

/** Returns four labelled times, in UTC: times of day for up to two days, otherwise dates. */
export function timeTicks(from: number, to: number): { at: number; label: string }[] {
  const format = new Intl.DateTimeFormat(
    regionalLocale(),
    to - from <= 2 * day
      ? { timeStyle: 'short', timeZone: 'UTC' }
      : { day: 'numeric', month: 'short', timeZone: 'UTC' },
  )
  return [0.125, 0.375, 0.625, 0.875].map((share) => {
    const at = from + share * (to - from)
    return { at, label: format.format(at) }
  })
}

/** Formats a number compactly: 12.3K. Languages without a short form group the digits: 12.345. */
export const compactNumber = (value: number): string =>
  new Intl.NumberFormat(locale(), {
    notation: 'compact',
    maximumFractionDigits: 1,
    useGrouping: 'always',
  }).format(value)

/** Formats a duration in milliseconds: 12 ms. */
export const milliseconds = (value: number): string =>
  new Intl.NumberFormat(locale(), { style: 'unit', unit: 'millisecond', maximumFractionDigits: 1 }).format(
    value,
  )
