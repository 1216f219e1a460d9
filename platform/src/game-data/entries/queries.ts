import type { Selectable } from 'kysely'
import type { Db } from '../../foundation/database.ts'
import { type EntryName, usagePartOf } from '../rules.ts'
import type { GameDataTables } from '../tables.ts'

export type Entry = Selectable<GameDataTables['data_entries']>

/** Finds an entry or its tombstone. */
export const findEntry = (
  db: Db,
  worldId: number,
  { store, scope, key }: EntryName,
): Promise<Entry | undefined> =>
  db
    .selectFrom('data_entries')
    .selectAll()
    .where('world_id', '=', worldId)
    .where('store', '=', store)
    .where('scope', '=', scope)
    .where('key', '=', key)
    .executeTakeFirst()

/** Returns a version of an entry that is stored. @param version undefined: the current one */
export function findValue(db: Db, entryId: string, version?: number) {
  const values = db
    .selectFrom('data_values')
    .select(['version', 'value', 'written'])
    .where('entry_id', '=', entryId)
  const found =
    version === undefined ? values.where('expires', 'is', null) : values.where('version', '=', version)
  return found.executeTakeFirst()
}

export const findKind = async (
  db: Db,
  worldId: number,
  store: string,
): Promise<'standard' | 'ordered' | undefined> => {
  const found = await db
    .selectFrom('data_stores')
    .select('kind')
    .where('world_id', '=', worldId)
    .where('store', '=', store)
    .executeTakeFirst()
  return found?.kind
}

/** Returns the bytes of all current values of a world. */
export async function countBytes(db: Db, worldId: number): Promise<number> {
  const { bytes } = await db
    .selectFrom('data_usage')
    .select((eb) => eb.fn.sum<number | null>('bytes').as('bytes'))
    .where('world_id', '=', worldId)
    .executeTakeFirstOrThrow()
  return Number(bytes ?? 0)
}

/** Adds to the counted bytes of a world. */
export async function addBytes(
  db: Db,
  { id, world_id }: Pick<Entry, 'id' | 'world_id'>,
  bytes: number,
): Promise<void> {
  if (bytes === 0) return
  await db
    .insertInto('data_usage')
    .values({ world_id, part: usagePartOf(id), bytes })
    .onConflict((conflict) =>
      conflict
        .columns(['world_id', 'part'])
        .doUpdateSet((eb) => ({ bytes: eb('data_usage.bytes', '+', eb.ref('excluded.bytes')) })),
    )
    .execute()
}

/** Stores the players whom an entry outside the scope `player` is about. */
export async function storePlayers(db: Db, entryId: string, numbers: readonly number[]): Promise<void> {
  await db.deleteFrom('data_players').where('entry_id', '=', entryId).execute()
  if (numbers.length > 0)
    await db
      .insertInto('data_players')
      .values(numbers.map((number) => ({ entry_id: entryId, number })))
      .execute()
}
