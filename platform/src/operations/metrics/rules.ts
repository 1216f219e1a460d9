import { day, hour, minute } from '../../foundation/clock.ts'

/** How far apart samples are. */
export const sampleInterval = 5 * minute

/** As they get older than `age`, one in each `apart` is kept: about 3,000 rows, and a thousand more for three years. */
export const thinning = [
  { age: 2 * day, apart: hour },
  { age: 60 * day, apart: day },
] as const

/** Nobody looks further back. */
export const keptFor = 3 * 365 * day

export const startOf = (time: number, apart: number): number => time - (time % apart)

/** What a chart covers, and how far its points are apart. */
export const ranges = {
  day: { span: day, apart: 15 * minute },
  week: { span: 7 * day, apart: 2 * hour },
  month: { span: 30 * day, apart: 12 * hour },
  year: { span: 365 * day, apart: 7 * day },
} as const
export type Range = keyof typeof ranges

/** The last of those in each stretch of time: rows come in their order. */
export function lastOfEach<Row extends { at: number }>(rows: readonly Row[], apart: number): Row[] {
  return rows.filter((row, index) => {
    const next = rows[index + 1]
    return next === undefined || startOf(next.at, apart) !== startOf(row.at, apart)
  })
}

export interface Point {
  /** Unix milliseconds. */
  at: number
  value: number
}

/** The values of a figure, where it is known. */
export const levels = <Row extends { at: number }>(
  rows: readonly Row[],
  read: (row: Row) => number | null,
): Point[] =>
  rows.flatMap((row) => {
    const value = read(row)
    return value === null ? [] : [{ at: row.at, value }]
  })

/** How much a figure that only grows has grown by, from one row to the next. What is less (a ledger was put back) is nothing. */
export function growth<Row extends { at: number }>(
  rows: readonly Row[],
  read: (row: Row) => number | null,
): Point[] {
  const known = levels(rows, read)
  return known
    .slice(1)
    .map(({ at, value }, index) => ({ at, value: Math.max(0, value - (known[index]?.value ?? 0)) }))
}

/** Whether a disk is filling: less than a tenth of it is free, or less than a gigabyte. */
export const isFilling = ({ free, size }: { free: number; size: number }): boolean =>
  free < size / 10 || free < 1_000_000_000

/** For charts: whole units, which need not be exact there. */
export const unitsOf = (microUnits: string | null): number | null =>
  microUnits === null ? null : Number(BigInt(microUnits)) / 1_000_000
