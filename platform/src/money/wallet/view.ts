import type { Clock } from '@baseplate/service/clock'
import type { Actor } from '../../accounts/rules.ts'
import { Refused } from '../../foundation/errors.ts'
import { type Entry, type Reading, readEntries } from './entries.ts'
import { nextStipend } from './rules.ts'

interface Wallet {
  /** Micro-units. */
  balance: bigint
  stipend: {
    /** Micro-units. */
    amount: bigint
    /** Milliseconds from one claim to the next. */
    interval: number
    /** Time of the next claim in Unix milliseconds; 0: now; null: the economy service does not report it. */
    next: number | null
  }
  transactions: Entry[]
  /** Id of the event that the next page continues after; null at the end. */
  next: string | null
}

/**
 * Returns the user's balance, stipend and newest transactions; null while the ledger is unavailable.
 *
 * @throws Refused `invalid`: no event has that id.
 */
export async function viewWallet(
  platform: Reading & { now: Clock },
  actor: Actor,
  before?: string,
): Promise<Wallet | null> {
  const { accounts } = platform.economy
  try {
    const [{ balance, lastStipend }, stipend, { entries, next }] = await Promise.all([
      accounts.read(actor.id),
      accounts.stipend(),
      readEntries(platform, actor, before),
    ])
    const claimable =
      lastStipend === undefined ? null : nextStipend(lastStipend, stipend.interval, platform.now())
    return { balance, stipend: { ...stipend, next: claimable }, transactions: entries, next }
  } catch (error) {
    if (error instanceof Refused && error.reason === 'failed') return null
    throw error
  }
}
