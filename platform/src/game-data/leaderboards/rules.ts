import { day } from '@baseplate/service/clock'
import type { Keeping, Period } from '../tables.ts'

export const periods = ['none', 'day', 'week', 'month'] as const satisfies readonly Period[]
export const keepings = ['best', 'last', 'sum'] as const satisfies readonly Keeping[]

/** Maximum number of leaderboards of a world. */
export const maxLeaderboards = 20

/** Maximum number of characters of the title of a leaderboard. */
export const maxTitleLength = 50

/** Maximum number of characters of the reason for a removal. */
export const maxReasonLength = 200

/** 1 January 1970 was a Thursday. */
const firstMonday = 4 * day

/** Returns when the period of a moment began, in Unix milliseconds. 0: it has no beginning. */
export function periodAt(period: Period, now: number): number {
  if (period === 'none') return 0
  if (period === 'day') return Math.floor(now / day) * day
  if (period === 'week') return Math.floor((now - firstMonday) / (7 * day)) * 7 * day + firstMonday
  const date = new Date(now)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth())
}

/** Returns when the period ends that began at a moment, in Unix milliseconds. Null: never. */
export function periodEnd(period: Period, began: number): number | null {
  if (period === 'none') return null
  if (period !== 'month') return began + (period === 'day' ? day : 7 * day)
  const date = new Date(began)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1)
}

/** Returns the beginning of the period before the one that began at a moment. Null: there is none. */
export const periodBefore = (period: Period, began: number): number | null =>
  period === 'none' ? null : periodAt(period, began - 1)

/** A number that a game sends: a score, or a step that is added to the present one. */
export type Sent = { score: number } | { step: number }

/** Returns the score that stays. @param present the score of the player in this period. Null: none */
export function scoreAfter(keep: Keeping, present: number | null, sent: Sent): number {
  const before = present ?? 0
  if ('score' in sent && keep === 'sum') return before + sent.score
  const next = 'score' in sent ? sent.score : before + sent.step
  return keep === 'best' && present !== null ? Math.max(present, next) : next
}
