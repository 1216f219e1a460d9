import type { CalendarUnit } from '@baseplate/platform/foundation/calendar'
import type { PlainKey } from '@baseplate/texts/keys'
import { regionalLocale } from '#lib/texts/t.ts'

export const unitNames: Readonly<Record<CalendarUnit, PlainKey>> = {
  hour: 'statistics.hours',
  day: 'statistics.days',
  month: 'statistics.months',
}

/** Headings of a table's first column. */
export const unitLabels: Readonly<Record<CalendarUnit, PlainKey>> = {
  hour: 'statistics.hour',
  day: 'statistics.day',
  month: 'statistics.month',
}

const styles: Readonly<Record<CalendarUnit, Intl.DateTimeFormatOptions>> = {
  hour: { dateStyle: 'medium', timeStyle: 'short' },
  day: { dateStyle: 'medium' },
  month: { month: 'long', year: 'numeric' },
}

/** Returns a function that formats the start of an hour, a day or a month. */
export function unitFormat(unit: CalendarUnit, timeZone: string): (start: number) => string {
  const format = new Intl.DateTimeFormat(regionalLocale(), { ...styles[unit], timeZone })
  return (start) => format.format(start)
}
