import { findByNumbers } from '../../accounts/door.ts'
import type { Db } from '../../foundation/database.ts'
import type { RestoreKind } from '../tables.ts'
import { countWaiting, listRestoreRows } from './queries.ts'

/** A restore of all entries of a player or a store. */
export interface DataRestore {
  /** Its id. */
  id: string
  /** The entries that it restores: of a player, or of a store. */
  kind: RestoreKind
  /** Number of the player, or name of the store. */
  target: string
  /** Username of the player. Null: a store, or the account is deleted. */
  username: string | null
  /** The moment whose values the entries get. Unix milliseconds. */
  moment: number
  /** Username of the person who has started it. Null: the account is deleted. */
  actor: string | null
  /** When it began. Unix milliseconds. */
  created: number
  /** Whether it is running. */
  running: boolean
  /** Number of its entries. Null: they were not counted yet. */
  total: number | null
  /** Entries that have their value of that moment. */
  done: number
  /** Entries that keep their present value, because the one of that moment is not kept. */
  kept: number
  /** Players in game servers, for whom it waits. */
  waiting: number
  /** Whether it was undone. */
  undone: boolean
}

/** Lists the last restores of a world, the newest first. */
export async function listRestores(db: Db, worldId: number): Promise<DataRestore[]> {
  const rows = await listRestoreRows(db, worldId)
  const numbers = rows.filter(({ kind }) => kind === 'player').map(({ target }) => Number(target))
  const accounts = await findByNumbers(db, numbers)
  const names = new Map(accounts.map(({ number, username }) => [String(number), username]))
  return Promise.all(
    rows.map(async ({ id, kind, target, moment, created, state, total, done, kept, ...row }) => ({
      ...{ id, kind, target, moment, created, total, done, kept },
      username: kind === 'player' ? (names.get(target) ?? null) : null,
      actor: row.starter,
      running: state === 'running',
      waiting: state === 'running' ? await countWaiting(db, id) : 0,
      undone: row.undone === 1,
    })),
  )
}
