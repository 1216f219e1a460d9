import { second } from '../foundation/clock.ts'

/** `pending` until the ledger has said yes or no, and that is noted. */
export type PaymentState = 'pending' | 'paid' | 'failed'

/** What is paid for: an asset that somebody else made, one that one makes, a group; or what an administrator mints. */
export type PaymentKind = 'purchase' | 'creation' | 'group' | 'mint'

/** Of an amount: 1 is all of it. */
export const millionth = 1_000_000

/**
 * A request that nobody waits for any more may still reach the ledger for so long: it gives a request 30 seconds to arrive
 * whole. A no is final when no earlier request can turn into a yes after it.
 */
const strayLifetime = 40 * second

/** @param earlier when the ledger was asked before this; null: never. */
export const isFinalRefusal = (earlier: number | null, now: number): boolean =>
  earlier === null || now - earlier >= strayLifetime

/** Whoever records a payment asks the ledger themself; what is pending after this time was left by a crash or a failure. */
export const leftAfter = 10 * second
