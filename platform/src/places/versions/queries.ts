import type { Db } from '../../foundation/database.ts'
import { Refused } from '../../foundation/errors.ts'
import type { Game } from './check-content.ts'

/** Adds the row of a content unless it exists, and locks it until the transaction ends. Records its game, if that is known. */
export function lockContent(db: Db, file: { sha256: string; size: number }, game?: Game) {
  const described = game && { game_name: game.name, game_version: game.version }
  return db
    .insertInto('place_files')
    .values({ ...file, ...described })
    .onConflict((conflict) => conflict.column('sha256').doUpdateSet({ sha256: file.sha256, ...described }))
    .execute()
}

/** Whether any version has this content. */
export const isContentUsed = async (db: Db, sha256: string): Promise<boolean> =>
  (await db
    .selectFrom('place_versions')
    .select('version')
    .where('sha256', '=', sha256)
    .limit(1)
    .executeTakeFirst()) !== undefined

/** Lists the versions of a place with their contents, newest first. */
export const listVersionFiles = (db: Db, placeId: number) =>
  db
    .selectFrom('place_versions')
    .select(['version', 'sha256'])
    .where('place_id', '=', placeId)
    .orderBy('version', 'desc')
    .execute()

/** Returns the version that is played; undefined: the place has no file. */
export const findCurrentVersion = async (db: Db, placeId: number): Promise<number | undefined> =>
  (
    await db
      .selectFrom('place_versions')
      .select('version')
      .where('place_id', '=', placeId)
      .orderBy('version', 'desc')
      .limit(1)
      .executeTakeFirst()
  )?.version

/** Returns the size of the version that the next one pushes out; 0 while the place keeps fewer than `kept`. */
export async function bytesOfNextRemoved(db: Db, placeId: number, kept: number): Promise<number> {
  const oldest = await db
    .selectFrom('place_versions')
    .innerJoin('place_files', 'place_files.sha256', 'place_versions.sha256')
    .select('place_files.size')
    .where('place_id', '=', placeId)
    .orderBy('version', 'desc')
    .offset(kept - 1)
    .limit(1)
    .executeTakeFirst()
  return Number(oldest?.size ?? 0)
}

export const deleteVersion = (db: Db, placeId: number, version: number) =>
  db.deleteFrom('place_versions').where('place_id', '=', placeId).where('version', '=', version).execute()

const versions = (db: Db) =>
  db
    .selectFrom('place_versions')
    .innerJoin('place_files', 'place_files.sha256', 'place_versions.sha256')
    .leftJoin('users', 'users.id', 'place_versions.user_id')
    .select([
      'place_versions.version',
      'place_versions.sha256',
      'place_files.size',
      'place_files.game_name',
      'place_files.game_version',
      'place_versions.created',
      'place_versions.restored_from',
      'users.username',
    ])

/** @throws Refused `missing`: the version was deleted, or never existed. */
export async function requireVersion(db: Db, placeId: number, version: number) {
  const found = await versions(db)
    .where('place_id', '=', placeId)
    .where('version', '=', version)
    .executeTakeFirst()
  if (!found) throw new Refused('places.version_not_kept')
  return found
}

/** Lists the versions of a place for its settings page, newest first. The newest one is the file that is played. */
export async function listVersions(db: Db, placeId: number) {
  const rows = await versions(db).where('place_id', '=', placeId).orderBy('version', 'desc').execute()
  return rows.map(({ version, sha256, size, game_name, game_version, created, restored_from, username }) => ({
    version,
    /** Name of the game in its own file; null: none, or the file was not checked. */
    gameName: game_name,
    /** Version that the maker gave the game in its own file; null: none, or the file was not checked. */
    gameVersion: game_version,
    size: Number(size),
    sha256,
    created,
    /** Null: the account was deleted. */
    username,
    /** Null: uploaded. */
    restoredFrom: restored_from,
  }))
}

/** Lists the ids of places that have a file, in ascending order. */
export async function listPlacesWithFile(db: Db, after: number, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom('places')
    .select('id')
    .where('id', '>', after)
    .where('data_sha256', 'is not', null)
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** Returns which of these places have a file. */
export async function findPlacesWithFile(db: Db, ids: readonly number[]): Promise<ReadonlySet<number>> {
  const rows = await db
    .selectFrom('places')
    .select('id')
    .where('id', 'in', ids)
    .where('data_sha256', 'is not', null)
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** Lists the contents that no version has. */
export async function listUnusedContents(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('place_files')
    .select('sha256')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('place_versions')
            .select('version')
            .whereRef('place_versions.sha256', '=', 'place_files.sha256'),
        ),
      ),
    )
    .execute()
  return rows.map(({ sha256 }) => sha256)
}

/** Returns which of these contents have a row. */
export async function findContents(db: Db, hashes: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db.selectFrom('place_files').select('sha256').where('sha256', 'in', hashes).execute()
  return new Set(rows.map(({ sha256 }) => sha256))
}
