import { day } from '@baseplate/service/clock'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { type CalendarUnit, calendarUnits, startOfUnit } from './calendar.ts'

/** Rows of statistics older than this are removed. Months are kept for ever. */
export const statisticsRetention = { hour: 14 * day, day: 400 * day } as const

/** Number of units that a chart shows: a week of hours, about three months of days, three years of months. */
const chartedUnits: Readonly<Record<CalendarUnit, number>> = { hour: 168, day: 90, month: 36 }

/** Minimum number of units in a chart. A single point is no chart, so the chart of a new subject begins before it existed. */
const fewestUnits = 14

/** The query of pages with statistics. Another value of `by` shows days. */
export const statisticsQuery = z.object({ by: z.enum(calendarUnits).default('day').catch('day') })

/** Returns the starts of the units that a chart shows, the earliest first. */
export function chartedStarts(unit: CalendarUnit, { since, now }: { since: number; now: number }): number[] {
  const starts = Array.from({ length: chartedUnits[unit] }, (_, index) =>
    startOfUnit(unit, now, index + 1 - chartedUnits[unit]),
  )
  const first = Math.min(startOfUnit(unit, since), startOfUnit(unit, now, 1 - fewestUnits))
  return starts.filter((start) => start >= first)
}

/** Builds the update of an upsert that adds the counts of the inserted row to those of the stored one. */
export const addInserted = <Column extends string>(
  table: string,
  columns: readonly Column[],
): Record<Column, RawBuilder<number>> =>
  Object.fromEntries(
    columns.map((column) => [
      column,
      sql<number>`${sql.ref(`${table}.${column}`)} + ${sql.ref(`excluded.${column}`)}`,
    ]),
  ) as Record<Column, RawBuilder<number>>
