import type { LedgerEvent } from '@baseplate/economy/contract'
import { hour } from '@baseplate/service/clock'
import { noSuchPage } from '../../foundation/cursor.ts'
import { Refused } from '../../foundation/errors.ts'
import { otherLedgerStatus } from './known-ledger.ts'
import { ledgerProblem } from './problem.ts'
import { type AskEconomy, accountPath } from './request.ts'

/** The money page waits longer than the balance in every page's header. */
const timeoutMs = 5_000

/** A user's account in the ledger. Amounts are whole micro-units. */
export interface Account {
  balance: bigint
  /** Unix milliseconds; 0: never claimed; undefined: the service does not report it. */
  lastStipend: number | undefined
}

export interface Stipend {
  /** Micro-units per claim. */
  amount: bigint
  /** Milliseconds from one claim to the next. */
  interval: number
}

/** Interval of a compatible service that does not report one. */
const defaultInterval = 12 * hour

/** Reads accounts from the ledger. Every method throws Refused `failed` while the service is unavailable. */
export interface Accounts {
  read(userId: string): Promise<Account>
  /**
   * Returns at most 100 events of an account, newest first, older than the event `before`.
   * @throws Refused `invalid`: there is no such event.
   */
  history(account: string, before?: string): Promise<LedgerEvent[]>
  /** Returns at most 100 events of all accounts, as `history` does. @throws Refused `invalid` */
  journal(before?: string): Promise<LedgerEvent[]>
  stipend(): Promise<Stipend>
  /** @throws Refused `invalid`: the interval since the last claim has not passed. */
  claimStipend(userId: string): Promise<void>
}

/** Number of events that the ledger returns at once. */
export const historyLength = 100

export const economyUnavailable = () => new Refused('economy.unavailable')

export function createAccounts(ask: AskEconomy): Accounts {
  const tryAsking: AskEconomy = async (...question) => {
    const answer = await ask(...question).catch(() => {
      throw economyUnavailable()
    })
    if (answer.status === otherLedgerStatus) throw new Refused('economy.other_ledger')
    if (answer.status >= 500 || answer.status === 401) throw economyUnavailable()
    return answer
  }
  const get = (path: string, forPage = false) => tryAsking('GET', path, { timeoutMs, forPage })

  const events = async (path: string, before?: string): Promise<LedgerEvent[]> => {
    const query = before === undefined ? '' : `?before=${encodeURIComponent(before)}`
    const { status, text } = await get(path + query, true)
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
      return { amount: BigInt(text), interval: interval === null ? defaultInterval : Number(interval) }
    },

    async claimStipend(userId) {
      const { status, text } = await tryAsking('POST', `/stipend/${accountPath(userId)}`, { timeoutMs })
      if (status !== 200) throw new Refused(ledgerProblem(text))
    },
  }
}

/** Amounts go up to 2^64 - 1, more than a JSON number holds exactly, so they are parsed from the source text. */
const parseEvents = (text: string): LedgerEvent[] =>
  JSON.parse(text, (key, value: unknown, context?: { source?: string }) =>
    key === 'Amount' && context?.source !== undefined ? BigInt(context.source) : value,
  )
