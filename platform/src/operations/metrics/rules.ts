import { day, hour, minute } from '@baseplate/service/clock'
import { microPerUnit } from '../../foundation/money.ts'

/** Interval between samples. */
export const sampleInterval = 5 * minute

/** Samples older than `age` are thinned to one per `interval`, so that three years take about 3,000 rows. */
export const thinning = [
  { age: 2 * day, interval: hour },
  { age: 60 * day, interval: day },
] as const

/** Age at which samples are removed. */
export const retention = 3 * 365 * day

/** Returns the start of the interval that contains a time. */
export const startOfInterval = (time: number, interval: number): number => time - (time % interval)

/** Period of a chart, and the interval between its points. */
export const ranges = {
  day: { span: day, interval: 15 * minute },
  week: { span: 7 * day, interval: 2 * hour },
  month: { span: 30 * day, interval: 12 * hour },
  year: { span: 365 * day, interval: 7 * day },
} as const
export type Range = keyof typeof ranges

/** Returns the last row of each interval. Rows are ordered by time. */
export function lastOfEachInterval<Row extends { at: number }>(
  rows: readonly Row[],
  interval: number,
): Row[] {
  return rows.filter((row, index) => {
    const next = rows[index + 1]
    return next === undefined || startOfInterval(next.at, interval) !== startOfInterval(row.at, interval)
  })
}

export interface Point {
  /** Unix milliseconds. */
  at: number
  value: number
}

/** Returns the known values of a metric. */
export const valuesOf = <Row extends { at: number }>(
  rows: readonly Row[],
  read: (row: Row) => number | null,
): Point[] =>
  rows.flatMap((row) => {
    const value = read(row)
    return value === null ? [] : [{ at: row.at, value }]
  })

/** Returns the growth of a counter from row to row. A decrease, as after a restore of the ledger, counts as 0. */
export function growth<Row extends { at: number }>(
  rows: readonly Row[],
  read: (row: Row) => number | null,
): Point[] {
  const known = valuesOf(rows, read)
  return known
    .slice(1)
    .map(({ at, value }, index) => ({ at, value: Math.max(0, value - (known[index]?.value ?? 0)) }))
}

/** Whether a disk is nearly full: less than a tenth or less than a gigabyte is free. */
export const isNearlyFull = ({ free, size }: { free: number; size: number }): boolean =>
  free < size / 10 || free < 1_000_000_000

/** Returns units as a number for a chart, which need not be exact. */
export const unitsOf = (microUnits: string | null): number | null =>
  microUnits === null ? null : Number(BigInt(microUnits)) / microPerUnit
