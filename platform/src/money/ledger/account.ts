import type { LedgerEvent } from '@baseplate/economy/contract'
import { hour } from '../../foundation/clock.ts'
import { noSuchPage } from '../../foundation/cursor.ts'
import { Refused } from '../../foundation/errors.ts'
import { type AskEconomy, accountPath } from './request.ts'

/** Whoever looks at their account waits longer for it than a page for the balance in its bar. */
const timeoutMs = 5_000

/** What the ledger knows of somebody at this moment. Amounts are whole micro-units. */
export interface Account {
  balance: bigint
  /** Unix milliseconds; 0: never claimed; undefined: the service does not tell. */
  lastStipend: number | undefined
}

export interface Stipend {
  /** Micro-units per claim. */
  amount: bigint
  /** Milliseconds from one claim to the next. */
  interval: number
}

/** Interval of a compatible service that does not report one. */
const contractInterval = 12 * hour

/** A user's account, read from the ledger itself. Each throws Refused `failed` while the service is away. */
export interface Accounts {
  read(userId: string): Promise<Account>
  /**
   * The newest events of an account (`user:<id>`, or another that the ledger has), at most 100, from behind the one of this id.
   * @throws Refused `invalid`: there is no such event.
   */
  history(account: string, before?: string): Promise<LedgerEvent[]>
  /** The newest events of everybody, as many, from behind the one of this id. @throws Refused `invalid` */
  journal(before?: string): Promise<LedgerEvent[]>
  stipend(): Promise<Stipend>
  /** @throws Refused `invalid`: the last one is not long enough ago. */
  claimStipend(userId: string): Promise<void>
}

/** As many events as the ledger answers at once. */
export const historyLength = 100

export const economyAway = () => new Refused('failed', 'Cannot connect to Economy service')

export function createAccounts(ask: AskEconomy): Accounts {
  const tryAsking: AskEconomy = async (...question) => {
    const answer = await ask(...question).catch(() => {
      throw economyAway()
    })
    if (answer.status >= 500 || answer.status === 401) throw economyAway()
    return answer
  }
  const get = (path: string) => tryAsking('GET', path, { timeoutMs })

  const events = async (path: string, before?: string): Promise<LedgerEvent[]> => {
    const query = before === undefined ? '' : `?before=${encodeURIComponent(before)}`
    const { status, text } = await get(path + query)
    if (status !== 200) throw noSuchPage()
    return parseEvents(text)
  }

  return {
    async read(userId) {
      const { text, headers } = await get(`/balance/${accountPath(userId)}`)
      const lastStipend = headers.get('last-stipend')
      return { balance: BigInt(text), lastStipend: lastStipend === null ? undefined : Number(lastStipend) }
    },

    history: (account, before) => events(`/transactions/${encodeURIComponent(account)}`, before),

    journal: (before) => events('/transactions', before),

    async stipend() {
      const { text, headers } = await get('/currentStipend')
      const interval = headers.get('stipend-interval')
      return { amount: BigInt(text), interval: interval === null ? contractInterval : Number(interval) }
    },

    async claimStipend(userId) {
      const { status, text } = await tryAsking('POST', `/stipend/${accountPath(userId)}`, { timeoutMs })
      if (status !== 200) throw new Refused('invalid', text)
    },
  }
}

/** Amounts go up to 2^64 - 1, and are read from what stands there. */
const parseEvents = (text: string): LedgerEvent[] =>
  JSON.parse(text, (key, value: unknown, context?: { source?: string }) =>
    key === 'Amount' && context?.source !== undefined ? BigInt(context.source) : value,
  )
