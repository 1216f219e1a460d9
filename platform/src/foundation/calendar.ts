import { day, hour } from '@baseplate/service/clock'

/** Units by which statistics are kept. Days and months begin at midnight in UTC. */
export const calendarUnits = ['hour', 'day', 'month'] as const
export type CalendarUnit = (typeof calendarUnits)[number]

/** Returns the start of the unit that contains a time, moved ahead by `later` units. */
export function startOfUnit(unit: CalendarUnit, time: number, later = 0): number {
  if (unit === 'month') {
    const date = new Date(time)
    return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + later)
  }
  const length = unit === 'hour' ? hour : day
  return Math.floor(time / length) * length + later * length
}

/** Returns the parts of a stretch of time that are in each unit. */
export function splitByUnit(
  unit: CalendarUnit,
  from: number,
  to: number,
): { start: number; duration: number }[] {
  const parts: { start: number; duration: number }[] = []
  for (let start = startOfUnit(unit, from); Math.max(start, from) < to; start = startOfUnit(unit, start, 1)) {
    const end = startOfUnit(unit, start, 1)
    parts.push({ start, duration: Math.min(to, end) - Math.max(from, start) })
  }
  return parts
}

/** Parses Unix milliseconds, or ISO 8601 in UTC as the date and time fields of browsers send it. Returns NaN for other texts. */
export function parseTime(text: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text)
  if (!/^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?Z?)?$/.test(text)) return Number.NaN
  return Date.parse(/T/.test(text) && !text.endsWith('Z') ? `${text}Z` : text)
}
