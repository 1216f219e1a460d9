import type { Clock } from '@baseplate/service/clock'
import type { Signals } from '@baseplate/storage/database/signals'
import type { Config } from '../../foundation/config/schema.ts'
import type { Db } from '../../foundation/database.ts'
import { type Accounts, createAccounts } from './account.ts'
import { type KnownLedger, openKnownLedger } from './known-ledger.ts'
import { accountPath, createAskEconomy } from './request.ts'
import { createSendToLedger, type SendToLedger } from './send.ts'
import { createReadProcesses, type ReadProcesses } from './status.ts'
import { createReadTotals, type ReadTotals } from './totals.ts'

/** A late page is worse than a page without a balance. */
const timeoutMs = 400

/** Time after a failure during which no page waits for the service. */
const pauseMs = 2_000

/** Time that a user's balance is cached. Every page shows it. */
const freshForMs = 2_000

/** Maximum number of cached balances. The oldest are dropped first. */
const maxCached = 10_000

/** The economy service as the platform uses it. Amounts are whole micro-units. */
export interface Economy {
  /** Returns the user's balance; null while the service is unavailable. Never throws. */
  balanceOf(userId: string): Promise<bigint | null>
  /** Removes a balance that has just changed from the caches of all processes. */
  forgetBalance(userId: string): void
  accounts: Accounts
  send: SendToLedger
  knownLedger: KnownLedger
  readTotals: ReadTotals
  readProcesses: ReadProcesses
}

interface CachedBalance {
  askedAt: number
  balance: Promise<bigint | null>
}

export function createEconomy({
  config,
  db,
  now,
  signals,
}: {
  config: Pick<Config, 'economy'>
  db: Db
  now: Clock
  signals: Signals
}): Economy {
  const knownLedger = openKnownLedger(db, createAskEconomy(config))
  const askEconomy = knownLedger.ask
  const balances = new Map<string, CachedBalance>()
  const sendForget = signals.open('balances', {
    received: (userId) => balances.delete(userId),
    connected: () => balances.clear(),
  })

  let pausedUntil = 0

  const ask = async (userId: string): Promise<bigint | null> => {
    if (now() < pausedUntil) return null
    try {
      const { status, text } = await askEconomy('GET', `/balance/${accountPath(userId)}`, {
        timeoutMs,
        forPage: true,
      })
      return status === 200 && /^\d{1,20}$/.test(text) ? BigInt(text) : null
    } catch {
      pausedUntil = now() + pauseMs
      return null
    }
  }

  return {
    balanceOf(userId) {
      const cached = balances.get(userId)
      if (cached && now() - cached.askedAt < freshForMs) return cached.balance
      const balance = ask(userId)
      // Put last in the map's order, so that the first one in it is the oldest.
      balances.delete(userId)
      balances.set(userId, { askedAt: now(), balance })
      if (balances.size > maxCached) balances.delete(balances.keys().next().value ?? '')
      return balance
    },
    forgetBalance(userId) {
      balances.delete(userId)
      sendForget(userId)
    },
    accounts: createAccounts(askEconomy),
    send: createSendToLedger(askEconomy),
    knownLedger,
    readTotals: createReadTotals(askEconomy),
    readProcesses: createReadProcesses(config),
  }
}
