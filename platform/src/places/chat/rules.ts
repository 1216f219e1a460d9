import { day, hour, minute } from '@baseplate/service/clock'

/** Lines of one call of a game server. */
export const maxLines = 100

/** In characters. Longer lines are cut. */
export const maxLineLength = 1_000

/** Calls of the servers of one place in a minute. */
export const callsPerMinute = 120

/** Chat is kept for this long. */
export const chatLifetime = 7 * day

/** Chat before and after a report that its handlers see. */
export const shownBefore = 15 * minute
export const shownAfter = 5 * minute

/** The time of a line that a server may report: its clock need not be right, and it may have been away. */
export const timeWithin = (at: number, now: number): number => Math.min(now, Math.max(now - hour, at))
