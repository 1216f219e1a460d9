import { type Selectable, sql } from 'kysely'
import type { Db } from '../../foundation/database.ts'
import { type EntryName, lookLifetime, playerScope } from '../rules.ts'
import type { GameDataTables } from '../tables.ts'

export type RestoreRow = Selectable<GameDataTables['data_restores']>

/** Restores that the page lists. */
const listedRestores = 10

/** Selects the entries of a restore. */
function entriesOf(db: Db, { world_id, kind, target }: Pick<RestoreRow, 'world_id' | 'kind' | 'target'>) {
  const entries = db.selectFrom('data_entries').where('world_id', '=', world_id)
  return kind === 'store'
    ? entries.where('store', '=', target)
    : entries.where('scope', '=', sql.lit(playerScope)).where('key', '=', target)
}

export async function countEntries(db: Db, restore: RestoreRow): Promise<number> {
  const { count } = await entriesOf(db, restore)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Names have no line ends. */
export const positionOf = ({ store, scope, key }: EntryName): string => `${store}\n${scope}\n${key}`

/** Lists the next entries that a restore has not visited. */
export function listUnvisited(db: Db, restore: RestoreRow, limit: number): Promise<EntryName[]> {
  const [store = '', scope = '', key = ''] = restore.position.split('\n')
  return entriesOf(db, restore)
    .select(['store', 'scope', 'key'])
    .where(sql<boolean>`(store, scope, key) > (${store}, ${scope}, ${key})`)
    .orderBy('store')
    .orderBy('scope')
    .orderBy('key')
    .limit(limit)
    .execute()
}

/** Lists entries that wait. @param after the entry before them */
export const listWaiting = (
  db: Db,
  { id }: RestoreRow,
  after: string,
  limit: number,
): Promise<EntryName[]> => {
  const [store = '', scope = '', key = ''] = after.split('\n')
  return db
    .selectFrom('data_restore_waits')
    .select(['store', 'scope', 'key'])
    .where('restore_id', '=', id)
    .where(sql<boolean>`(store, scope, key) > (${store}, ${scope}, ${key})`)
    .orderBy('store')
    .orderBy('scope')
    .orderBy('key')
    .limit(limit)
    .execute()
}

export const addWaiting = (db: Db, { id }: RestoreRow, name: EntryName) =>
  db
    .insertInto('data_restore_waits')
    .values({ restore_id: id, ...name })
    .onConflict((conflict) => conflict.doNothing())
    .execute()

export const endWaiting = (db: Db, { id }: RestoreRow, { store, scope, key }: EntryName) =>
  db
    .deleteFrom('data_restore_waits')
    .where('restore_id', '=', id)
    .where('store', '=', store)
    .where('scope', '=', scope)
    .where('key', '=', key)
    .execute()

/** Counts the players whom a restore waits for. */
export async function countWaiting(db: Db, id: string): Promise<number> {
  const { players } = await db
    .selectFrom('data_restore_waits')
    .select((eb) => eb.fn.count<number>('key').distinct().as('players'))
    .where('restore_id', '=', id)
    .executeTakeFirstOrThrow()
  return Number(players)
}

export const findRestore = (db: Db, worldId: number, id: string): Promise<RestoreRow | undefined> =>
  db
    .selectFrom('data_restores')
    .selectAll()
    .where('world_id', '=', worldId)
    .where('id', '=', id)
    .executeTakeFirst()

export const listRunning = (db: Db): Promise<RestoreRow[]> =>
  db.selectFrom('data_restores').selectAll().where('state', '=', sql.lit('running')).orderBy('id').execute()

/** Lists the last restores of a world, the newest first. */
export const listRestoreRows = (db: Db, worldId: number) =>
  db
    .selectFrom('data_restores')
    .leftJoin('users', 'users.id', 'data_restores.started_by')
    .selectAll('data_restores')
    .select('users.username as starter')
    .where('data_restores.world_id', '=', worldId)
    .orderBy('data_restores.created', 'desc')
    .orderBy('data_restores.id', 'desc')
    .limit(listedRestores)
    .execute()

/** Removes restores that ended too long ago. */
export const sweepRestores = (db: Db, now: number) =>
  db
    .deleteFrom('data_restores')
    .where('state', '=', 'done')
    .where('created', '<', now - lookLifetime)
    .execute()

/** Erases the restores of a player. */
export const eraseRestoresOf = (db: Db, number: number) =>
  db.deleteFrom('data_restores').where('kind', '=', 'player').where('target', '=', String(number)).execute()
