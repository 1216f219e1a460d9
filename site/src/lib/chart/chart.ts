import { day } from '@baseplate/service/clock'
import { locale, regionalLocale } from '#lib/texts/t.ts'

/** A value of a chart. */
export interface Point {
  at: number
  value: number
}

/** Maps times and values to coordinates of the chart. */
export interface Scale {
  x: (at: number) => number
  y: (value: number) => number
}

/** A line of a chart. Lines of one chart have different names. */
export interface Line {
  name: string
  /** Shown beside the name: the total of the charted time, or the latest value. */
  summary: string
  points: readonly Point[]
}

/** The range of values that a plot shows, and the values with a label. */
export interface Axis {
  bottom: number
  top: number
  ticks: number[]
}

/**
 * Returns an axis of about three round steps (1, 2 or 5 times a power of ten) that contains zero and all values. Steps between
 * whole numbers are whole.
 */
export function axisOf(values: readonly number[]): Axis {
  const most = Math.max(1, ...values)
  const least = Math.min(0, ...values)
  const rough = Math.max((most - least) / 3, values.every(Number.isInteger) ? 1 : 0)
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((size) => size >= rough) ?? rough
  const [first, last] = [Math.floor(least / step), Math.ceil(most / step)]
  const ticks = Array.from({ length: last - first + 1 }, (_, index) =>
    Number(((first + index) * step).toPrecision(12)),
  )
  return { bottom: first * step, top: last * step, ticks }
}

/** Returns the path data through the points. A single point has no line; its dot marks it. */
export const pathOf = (points: readonly Point[], { x, y }: Scale): string =>
  points
    .map(({ at, value }, index) => `${index === 0 ? 'M' : 'L'}${x(at).toFixed(1)} ${y(value).toFixed(1)}`)
    .join('')

/** A span of this length or more is labelled with months. */
const monthsFrom = 300 * day

/**
 * Returns four labelled times: times of day for up to two days, then dates, then starts of months in UTC, where the values of
 * months are charted.
 */
export function timeTicks(from: number, to: number, timeZone = 'UTC'): { at: number; label: string }[] {
  const span = to - from
  const times = [0.125, 0.375, 0.625, 0.875].map((share) => from + share * span)
  const [ats, format] =
    span < monthsFrom
      ? [times, tickFormat({ timeZone, ...(span <= 2 * day ? { timeStyle: 'short' } : dayAndMonth) })]
      : [times.map(nearestMonth), tickFormat({ timeZone: 'UTC', month: 'short', year: 'numeric' })]
  return ats.map((at) => ({ at, label: format.format(at) }))
}

const dayAndMonth = { day: 'numeric', month: 'short' } as const

const tickFormat = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(regionalLocale(), options)

function nearestMonth(at: number): number {
  const date = new Date(at + 15 * day)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth())
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
