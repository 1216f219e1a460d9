/** When a user gets notifications outside of the site. */
export interface Schedule {
  /** IANA name. Null: UTC. */
  timeZone: string | null
  /** Minutes after midnight. Null: no quiet hours. */
  quiet: QuietHours | null
}

export interface QuietHours {
  from: number
  to: number
}

export const defaultSchedule: Schedule = { timeZone: null, quiet: null }

/** The digest is mailed at 8:00 in the reader's time zone. */
const digestMinute = 8 * 60

const minutesPerHour = 60

/** Matches names only. `Temporal` also accepts offsets and dates as zones. */
const zoneName = /^[a-z][\w+-]+(\/[\w+-]+)*$/i

/**
 * Whether the text names a time zone that this process knows. Zones have several names, and browsers differ in which they use:
 * `Asia/Kolkata` is `Asia/Calcutta`.
 */
export function isTimeZone(text: string): boolean {
  if (!zoneName.test(text)) return false
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(text)
    return true
  } catch {
    return false
  }
}

let known: readonly string[] | undefined

/** Lists one name of each time zone, and the chosen one. UTC is first, because the system's list lacks it. */
export function listTimeZones(chosen: string | null): string[] {
  known ??= ['UTC', ...Intl.supportedValuesOf('timeZone')]
  return chosen === null || known.includes(chosen) ? [...known] : [...known, chosen]
}

/** Returns the end of the quiet hours that a time is in; undefined outside of them. */
export function quietUntil(now: number, { timeZone, quiet }: Schedule): number | undefined {
  if (!quiet || quiet.from === quiet.to) return undefined
  const { hour, minute } = localTime(now, timeZone)
  const at = hour * minutesPerHour + minute
  const { from, to } = quiet
  const isQuiet = from < to ? from <= at && at < to : from <= at || at < to
  return isQuiet ? nextAt(now, to, timeZone) : undefined
}

/** Returns the time of the next digest. */
export const nextDigestAt = (now: number, timeZone: string | null): number =>
  nextAt(now, digestMinute, timeZone)

/**
 * Returns the next time at which clocks show this minute of the day. When clocks are set back, they show it twice. When they are
 * set forward, a minute that they skip is later by the same amount.
 */
function nextAt(now: number, minuteOfDay: number, timeZone: string | null): number {
  const zone = zoneOf(timeZone)
  const time = { hour: Math.floor(minuteOfDay / minutesPerHour), minute: minuteOfDay % minutesPerHour }
  const today = localTime(now, timeZone).toPlainDate()
  const times = [0, 1].flatMap((days) => {
    const local = today.add({ days }).toPlainDateTime(time)
    // Both are the same unless clocks are set back in this hour. If they are set forward, both are the later time.
    const first = local.toZonedDateTime(zone, { disambiguation: 'compatible' }).epochMilliseconds
    return [first, local.toZonedDateTime(zone, { disambiguation: 'later' }).epochMilliseconds]
  })
  return Math.min(...times.filter((at) => at > now))
}

const localTime = (now: number, timeZone: string | null): Temporal.ZonedDateTime =>
  Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(zoneOf(timeZone))

/** A process with older data may not know a zone that another one has stored. */
const zoneOf = (timeZone: string | null): string =>
  timeZone !== null && isTimeZone(timeZone) ? timeZone : 'UTC'
