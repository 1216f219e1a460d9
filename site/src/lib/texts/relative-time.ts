import { formatDate, formatRelative, formatShortUnit } from './format.ts'
import { t } from './t.ts'

const steps: [unit: Intl.RelativeTimeFormatUnit, seconds: number][] = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
]

/** Distance in seconds from which a date says more than a number of days. */
const distant = 30 * 86_400

/**
 * Formats a time relative to now: "3 minutes ago", "tomorrow". From 30 days on, returns the date: "22 Nov 2026".
 *
 * @param isInSentence whether the date needs a preposition, as it does in German: "am 22.11.2026"
 */
export function relativeTime(at: Date, now: Date, isInSentence = false): string {
  const seconds = (at.getTime() - now.getTime()) / 1000
  if (Math.abs(seconds) >= distant) {
    const date = formatDate(at)
    return isInSentence ? t('time.on_date', { date }) : date
  }
  for (const [unit, size] of steps) {
    // Rounds times in the future: a second less than a week from now is still seven days.
    if (Math.abs(seconds) >= size)
      return formatRelative(seconds > 0 ? Math.round(seconds / size) : Math.trunc(seconds / size), unit)
  }
  return t('time.just_now')
}

/** Formats when something will happen: "in 3 minutes", or "in a moment" once less than a minute is left or the time has passed. */
export const upcomingTime = (at: Date, now: Date, isInSentence = false): string =>
  at.getTime() - now.getTime() < 60_000 ? t('time.soon') : relativeTime(at, now, isInSentence)

/** Formats a duration: "3 days 4 hr", "11 hr 59 min", "42 min", "30 sec". Rounds up. */
export function formatDuration(milliseconds: number): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000))
  if (seconds < 60) return formatShortUnit(seconds, 'second')
  const minutes = Math.ceil(seconds / 60)
  if (minutes < 60) return formatShortUnit(minutes, 'minute')
  const hours = Math.floor(minutes / 60)
  if (hours < 48) return `${formatShortUnit(hours, 'hour')} ${formatShortUnit(minutes % 60, 'minute')}`
  const begun = Math.ceil(minutes / 60)
  return `${formatShortUnit(Math.floor(begun / 24), 'day')} ${formatShortUnit(begun % 24, 'hour')}`
}

const lengths: [unit: string, milliseconds: number][] = [
  ['hour', 3_600_000],
  ['minute', 60_000],
]

/** Formats an interval in the largest exact unit: "every 12 hours", "every 90 minutes", "every hour". */
export function every(milliseconds: number): string {
  const [unit, size] = lengths.find(([, length]) => milliseconds % length === 0) ?? ['second', 1_000]
  return t('time.every', { unit, count: milliseconds / size })
}
