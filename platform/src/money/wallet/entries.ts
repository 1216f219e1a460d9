import type { LedgerEvent } from '@baseplate/economy/contract'
import type { Actor } from '../../accounts/rules.ts'
import type { Config } from '../../foundation/config/schema.ts'
import type { Db } from '../../foundation/database.ts'
import { historyLength } from '../ledger/account.ts'
import type { Economy } from '../ledger/client.ts'
import { accountOf } from '../ledger/request.ts'
import { findUsernames } from './queries.ts'
import { changeOf, otherAccount, ownPathOf, userOfAccount } from './rules.ts'

export interface Reading {
  db: Db
  economy: Economy
  config: Pick<Config, 'baseUrl'>
}

/** One event of the ledger, as seen by the user whose balance it changed. */
export interface Entry {
  id: string
  /** Unix milliseconds. */
  created: number
  type: LedgerEvent['Type']
  /** Micro-units; negative for an expense. */
  change: bigint
  /** The other user; null for the platform itself or a deleted account. */
  username: string | null
  note: string
  /** A path of this site. */
  link: string | null
}

/**
 * Returns a page of the user's history, newest first, and the id that the next page continues after; null at the end.
 *
 * @throws Refused `failed`: the ledger is unavailable; `invalid`: no event has that id.
 */
export async function readEntries(
  { db, economy, config }: Reading,
  actor: Pick<Actor, 'id'>,
  before?: string,
): Promise<{ entries: Entry[]; next: string | null }> {
  const account = accountOf(actor.id)
  const events = await economy.accounts.history(account, before)
  const others = events.map((event) => userOfAccount(otherAccount(event, account) ?? ''))
  const usernames = await findUsernames(
    db,
    others.filter((id) => id !== undefined),
  )
  const entries = events.map((event, index) => ({
    id: event.Id,
    created: event.Time,
    type: event.Type,
    change: changeOf(event, account),
    username: usernames.get(others[index] ?? '') ?? null,
    note: event.Note,
    link: event.Type === 'Mint' ? null : ownPathOf(event.Link, config.baseUrl),
  }))
  return { entries, next: events.length === historyLength ? (events.at(-1)?.Id ?? null) : null }
}
