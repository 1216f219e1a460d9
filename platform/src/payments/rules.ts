import { minute, second } from '../foundation/clock.ts'

/** `pending` until the ledger has said yes or no, and that is noted. */
export type PaymentState = 'pending' | 'paid' | 'failed'

/** What is paid for: an asset that somebody else made, one that one makes, a group; or what an administrator mints. */
export type PaymentKind = 'purchase' | 'creation' | 'group' | 'mint'

/** Of an amount: 1 is all of it. */
export const millionth = 1_000_000

/**
 * How long after its attempt began a request may still reach the ledger. The site gives up on it within 8 seconds, and the
 * ledger ends a connection that has not brought a whole request within 45.
 */
const strayLifetime = minute

/** Whoever records a payment sends it to the ledger at once. A payment that is pending for longer was left by a crash or a failure. */
export const leftAfter = 10 * second

/** The back-off doubles from the first to the longest. */
const firstRetry = 10 * second
const longestRetry = minute

/** A payment that is pending for longer needs an administrator. */
export const overdueAfter = 5 * minute

/**
 * Whether a refusal settles a payment: no request that was sent earlier can still turn into a yes. Only unanswered requests can,
 * so attempts that were answered do not put it off.
 *
 * @param unanswered when the latest earlier request without an answer was sent; null: all were answered.
 * @param attempted when the refused request was sent.
 */
export const isFinalRefusal = (unanswered: number | null, attempted: number): boolean =>
  unanswered === null || attempted - unanswered >= strayLifetime

/** When to ask the ledger again: after the back-off, or sooner, as soon as a refusal is final. */
export function nextAttempt(
  { attempt, unanswered }: { attempt: number; unanswered: number | null },
  now: number,
): number {
  const backedOff = now + Math.min(firstRetry * 2 ** (attempt - 1), longestRetry)
  const final = (unanswered ?? 0) + strayLifetime
  return final > now ? Math.min(backedOff, final) : backedOff
}

const steps: [unit: string, length: number][] = [
  ['day', 24 * 60 * minute],
  ['hour', 60 * minute],
  ['minute', minute],
]

/** How long an overdue payment has been pending, and why: "pending for 7 minutes: insufficient balance: …". */
export function overdueText(
  { created, reason }: { created: number; reason: string | null },
  now: number,
): string {
  const age = now - created
  // From two on, so that "90 minutes" is not rounded to "1 hour".
  const [unit, length] = steps.find(([, step]) => age >= 2 * step) ?? ['minute', minute]
  return `pending for ${Math.floor(age / length)} ${unit}s: ${reason ?? 'no attempt has ended'}`
}
