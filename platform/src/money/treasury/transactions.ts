import type { LedgerEvent } from '@baseplate/economy/contract'
import { findUserByName, useCase } from '../../accounts/door.ts'
import { administratorAccess } from '../../accounts/rules.ts'
import type { Config } from '../../foundation/config/schema.ts'
import type { Db } from '../../foundation/database.ts'
import { Refused } from '../../foundation/errors.ts'
import { historyLength } from '../ledger/account.ts'
import type { Economy } from '../ledger/client.ts'
import { accountOf } from '../ledger/request.ts'
import { findUsernames } from '../wallet/queries.ts'
import { feeOf, ownPathOf, userOfAccount } from '../wallet/rules.ts'
import { transactionsInput } from './input.ts'
import { accountsOf, isAccount } from './rules.ts'

interface Reading {
  db: Db
  economy: Economy
  config: Pick<Config, 'baseUrl'>
}

/** One side of a transaction. */
export interface Party {
  /** The ledger's name of the account. */
  account: string
  /** Null for an account without a user, or a deleted one. */
  username: string | null
}

/** One event of the ledger. Amounts are micro-units. */
export interface TransactionView {
  id: string
  /** Unix milliseconds. */
  created: number
  type: LedgerEvent['Type']
  /** Null for a mint. */
  from: Party | null
  /** Null for a burn. */
  to: Party | null
  amount: bigint
  /** The part of the amount that the fee destroyed. */
  fee: bigint
  note: string
  /** A path of this site. */
  link: string | null
}

interface TransactionPage {
  transactions: TransactionView[]
  /** Id that the next page continues after; null at the end. */
  next: string | null
}

const access = {
  ...administratorAccess,
  input: transactionsInput,
} as const

/** @throws Refused `invalid` for an unknown cursor */
export const viewTransactions = useCase(
  {
    ...access,
    summary:
      'Returns a page of the history of all accounts or of one, newest first; null while the ledger is unavailable.',
  },
  async (platform: Reading, _, { user, cursor }): Promise<TransactionPage | null> => {
    try {
      return await readPage(platform, await accountFor(platform.db, user), cursor)
    } catch (error) {
      if (error instanceof Refused && error.reason === 'failed') return null
      throw error
    }
  },
)

/**
 * Pages are read from the ledger as the consumer takes them. The first one is read before this returns, so that an unavailable
 * ledger fails before a response begins.
 *
 * @throws Refused `failed`: the ledger is unavailable. The generator throws it too, because an incomplete file must not end like a
 * complete one.
 */
export const exportTransactions = useCase(
  {
    ...access,
    summary:
      'Exports all transactions that pass the filters of the page. The rows are streamed, so a failure midway aborts the download.',
  },
  async (platform: Reading, _, { user }): Promise<AsyncGenerator<TransactionView>> => {
    const account = await accountFor(platform.db, user)
    const first = await readPage(platform, account)
    return (async function* () {
      for (let page = first; ; page = await readPage(platform, account, page.next ?? undefined)) {
        yield* page.transactions
        if (page.next === null) return
      }
    })()
  },
)

/** Returns the account of a username, or the text itself as a ledger account; undefined for all accounts. */
async function accountFor(db: Db, text: string): Promise<string | undefined> {
  if (text === '') return undefined
  const user = await findUserByName(db, text)
  return user ? accountOf(user.id) : text
}

async function readPage(
  { db, economy, config }: Reading,
  account: string | undefined,
  before?: string,
): Promise<TransactionPage> {
  const { accounts } = economy
  if (account !== undefined && !isAccount(account)) return { transactions: [], next: null }
  const events = await (account === undefined ? accounts.journal(before) : accounts.history(account, before))
  const usernames = await findUsernames(db, events.flatMap(usersOf))
  const partyOf = (account: string | null): Party | null =>
    account === null ? null : { account, username: usernames.get(userOfAccount(account) ?? '') ?? null }
  const transactions = events.map((event) => {
    const { from, to } = accountsOf(event)
    return {
      id: event.Id,
      created: event.Time,
      type: event.Type,
      from: partyOf(from),
      to: partyOf(to),
      amount: event.Amount,
      fee: event.Type === 'Transaction' ? feeOf(event.Amount, event.Fee ?? 0) : 0n,
      note: event.Note,
      link: event.Type === 'Mint' ? null : ownPathOf(event.Link, config.baseUrl),
    }
  })
  return { transactions, next: events.length === historyLength ? (events.at(-1)?.Id ?? null) : null }
}

const usersOf = (event: LedgerEvent): string[] => {
  const { from, to } = accountsOf(event)
  return [from, to].flatMap((account) => userOfAccount(account ?? '') ?? [])
}
