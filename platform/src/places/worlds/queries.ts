import type { Insertable } from 'kysely'
import type { Db } from '../../foundation/database.ts'
import { Refused } from '../../foundation/errors.ts'
import { isPlaceTicket, placeNotFound } from '../rules.ts'
import { worldNotKept, worldOutdated } from './rules.ts'
import type { WorldTables } from './tables.ts'

/** A run that may store the world of its place. */
export interface Writer {
  /** Start of the run. */
  created: number
}

/** Finds the run of a ticket, even if it has ended. @throws Refused `forbidden`: the place has no such run. */
export async function requireWriter(db: Db, placeId: number, ticket: string | undefined): Promise<Writer> {
  if (ticket === undefined || !isPlaceTicket(ticket)) throw new Refused('servers.key_required')
  const found = await db
    .selectFrom('server_runs')
    .select('created')
    .where('ticket', '=', ticket)
    .where('place_id', '=', placeId)
    .unionAll(
      db
        .selectFrom('ended_runs')
        .select('created')
        .where('ticket', '=', ticket)
        .where('place_id', '=', placeId),
    )
    .executeTakeFirst()
  if (!found) throw new Refused('servers.key_required')
  return found
}

/** Returns the current world of a place; undefined: none is stored. */
export const findCurrentWorld = (db: Db, placeId: number) =>
  db
    .selectFrom('place_worlds')
    .select(['number', 'file'])
    .where('place_id', '=', placeId)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()

/** @throws Refused `missing`: it was replaced by later ones, or never existed. */
export async function requireWorld(db: Db, placeId: number, number: number) {
  const found = await db
    .selectFrom('place_worlds')
    .select(['file', 'sha256', 'bytes', 'version'])
    .where('place_id', '=', placeId)
    .where('number', '=', number)
    .executeTakeFirst()
  if (!found) throw worldNotKept()
  return found
}

/** Lists the stored worlds of a place for its settings page, newest first. The first one is current. */
export async function listWorlds(db: Db, placeId: number) {
  const rows = await db
    .selectFrom('place_worlds')
    .select(['number', 'file', 'bytes', 'created', 'cause', 'restored_from', 'version'])
    .where('place_id', '=', placeId)
    .orderBy('number', 'desc')
    .execute()
  return rows.map(({ number, file, bytes, created, cause, restored_from, version }) => ({
    number,
    /** Bytes of the archive. Null: the world was cleared, and there is nothing to download. */
    bytes: file === null ? null : Number(bytes),
    created,
    cause,
    /** Null: not restored. */
    restoredFrom: restored_from,
    /** The newest version of the game when the server started. Null: not known. */
    version,
  }))
}

/** Reserves the next number. @throws Refused `missing`: no such place */
export async function nextWorldNumber(db: Db, placeId: number): Promise<number> {
  const place = await db
    .updateTable('places')
    .set(({ ref, eb }) => ({ world_number: eb(ref('world_number'), '+', 1) }))
    .where('id', '=', placeId)
    .where('deleted', 'is', null)
    .returning('world_number')
    .executeTakeFirst()
  if (!place) throw placeNotFound()
  return place.world_number
}

/** Returns the newest version of a place at a time; null: it had none, or it is no longer kept. */
export async function versionAt(db: Db, placeId: number, time: number): Promise<number | null> {
  const found = await db
    .selectFrom('place_versions')
    .select('version')
    .where('place_id', '=', placeId)
    .where('created', '<=', time)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
  return found?.version ?? null
}

/**
 * Adds a world, and deletes the oldest ones beyond the limit. Called with the place's row locked.
 *
 * @returns the files that no world names any more
 * @throws Refused `conflict`: a world with this number has arrived already.
 */
export async function addWorld(
  db: Db,
  world: Insertable<WorldTables['place_worlds']>,
  kept: number,
): Promise<string[]> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('place_worlds')
    .values(world)
    .onConflict((conflict) => conflict.columns(['place_id', 'number']).doNothing())
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows !== 1n) throw worldOutdated()
  return deleteOldWorlds(db, world.place_id, kept)
}

/** Deletes the oldest worlds of a place beyond the limit. Returns the files that no world names any more. */
export async function deleteOldWorlds(db: Db, placeId: number, kept: number): Promise<string[]> {
  const worlds = await db
    .selectFrom('place_worlds')
    .select(['number', 'file'])
    .where('place_id', '=', placeId)
    .orderBy('number', 'desc')
    .execute()
  const oldest = worlds[kept]
  if (!oldest) return []
  await db
    .deleteFrom('place_worlds')
    .where('place_id', '=', placeId)
    .where('number', '<=', oldest.number)
    .execute()
  const named = new Set(worlds.slice(0, kept).map(({ file }) => file))
  return worlds.slice(kept).flatMap(({ file }) => (file === null || named.has(file) ? [] : file))
}

/** Returns which of these files a world names. */
export async function findWorldFiles(db: Db, files: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db.selectFrom('place_worlds').select('file').where('file', 'in', files).execute()
  return new Set(rows.flatMap(({ file }) => file ?? []))
}

/** Lists the files of the worlds of a place. */
export async function listWorldFiles(db: Db, placeId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('place_worlds')
    .select('file')
    .distinct()
    .where('place_id', '=', placeId)
    .where('file', 'is not', null)
    .execute()
  return rows.flatMap(({ file }) => file ?? [])
}
