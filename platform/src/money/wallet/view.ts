import type { Clock } from '@baseplate/service/clock'
import { z } from 'zod'
import { useCase } from '../../accounts/door.ts'
import { Refused } from '../../foundation/errors.ts'
import { type Entry, type Reading, readEntries } from './entries.ts'
import { nextStipend } from './rules.ts'

/** Id of the event that the page continues after. */
const walletInput = z.object({ before: z.string().optional() })

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

/** @throws Refused `invalid`: no event has that id. */
export const viewWallet = useCase(
  {
    summary:
      "Returns the user's balance, stipend and newest transactions; null while the ledger is unavailable.",
    scope: 'read',
    input: walletInput,
  },
  async (platform: Reading & { now: Clock }, actor, { before }): Promise<Wallet | null> => {
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
  },
)
