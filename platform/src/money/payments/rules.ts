import { minute, second } from '@baseplate/service/clock'

/** A payment is `pending` until the ledger's decision is recorded. */
export type PaymentState = 'pending' | 'paid' | 'failed'

/** Reason of a payment: buying an asset, creating one, creating a group or a badge, or minting by an administrator. */
export type PaymentKind = 'purchase' | 'creation' | 'group' | 'badge' | 'mint'

/** Fees are stored in millionths of the amount. */
export const millionths = 1_000_000

/** Returns the part of a payment that the payee receives: the amount without the fee, which the ledger rounds down. */
export const proceedsOf = ({
  payee_id,
  amount,
  fee,
}: {
  payee_id: string | null
  amount: number
  fee: number
}): number => (payee_id === null ? 0 : amount - Math.floor((amount * fee) / millionths))

/**
 * A request may still reach the ledger this long after its attempt began. The site gives up within 8 seconds, and the ledger
 * closes a connection that has not sent a complete request within 45.
 */
const strayLifetime = minute

/** A payment is sent to the ledger as soon as it is recorded. One that is pending for longer was left by a crash or a failure. */
export const leftAfter = 10 * second

/** Bounds of the exponential back-off. */
const firstRetry = 10 * second
export const longestRetry = minute

/** A payment that is pending for longer needs an administrator. */
export const overdueAfter = 5 * minute

/**
 * A request is sent this soon after its attempt was recorded, or not at all. A process that was paused in between may find that
 * another one has settled the payment. `strayLifetime` relies on it.
 */
const sendWithin = 5 * second

/**
 * Whether it is too late to send the request of an attempt.
 *
 * @param age the attempt's age by the clock that processes share, which may have been set meanwhile
 * @param elapsed the attempt's age by this process's steady clock
 */
export const isTooLateToSend = (age: number, elapsed: number): boolean =>
  Math.max(Math.abs(age), elapsed) > sendWithin

/**
 * Whether a refusal settles a payment, because no earlier request can still be accepted. Only unanswered requests can, so
 * answered attempts do not postpone it.
 *
 * @param knownFor how long this process has known of the latest unanswered earlier request, by its steady clock, so that no
 * clock that is set ends the wait. Null if all requests were answered.
 */
export const isFinalRefusal = (knownFor: number | null): boolean =>
  knownFor === null || knownFor >= strayLifetime

/** Returns the time of the next retry: after the back-off, or as soon as a refusal is final if that is sooner. */
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

/** Says how long an overdue payment has been pending, and why: "pending for 7 minutes: insufficient balance: …". */
export function overdueText(
  { created, reason }: { created: number; reason: string | null },
  now: number,
): string {
  const age = now - created
  // At least two of a unit, so that "90 minutes" is not rounded to "1 hour".
  const [unit, length] = steps.find(([, step]) => age >= 2 * step) ?? ['minute', minute]
  return `pending for ${Math.floor(age / length)} ${unit}s: ${reason ?? 'no attempt has ended'}`
}
