import type { Db } from '../../database.ts'

/**
 * Holds the row of the place until the transaction ends, and answers it: whoever changes the same place waits. Either
 * database locks a row that is written, even when what is written is what was there.
 */
export const lockPlace = (db: Db, id: number) =>
  db
    .updateTable('places')
    .set(({ ref }) => ({ created: ref('created') }))
    .where('id', '=', id)
    .returning(['id', 'updated', 'data_sha256', 'max_players'])
    .executeTakeFirst()

/** Notes the content if it is not, and holds its row. */
export const lockPlaceFile = (db: Db, file: { sha256: string; size: number }) =>
  db
    .insertInto('place_files')
    .values(file)
    .onConflict((conflict) =>
      conflict.column('sha256').doUpdateSet(({ ref }) => ({ sha256: ref('excluded.sha256') })),
    )
    .execute()

export const isFileUsed = async (db: Db, sha256: string): Promise<boolean> =>
  (await db
    .selectFrom('place_versions')
    .select('version')
    .where('sha256', '=', sha256)
    .limit(1)
    .executeTakeFirst()) !== undefined

/** The newest first, as `listVersions`; for those who change them. */
export const listVersionFiles = (db: Db, placeId: number) =>
  db
    .selectFrom('place_versions')
    .select(['version', 'sha256'])
    .where('place_id', '=', placeId)
    .orderBy('version', 'desc')
    .execute()

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
      'place_versions.created',
      'place_versions.restored_from',
      'users.username',
    ])

export const findVersion = (db: Db, placeId: number, version: number) =>
  versions(db).where('place_id', '=', placeId).where('version', '=', version).executeTakeFirst()

/** The newest first: it is the one that is played. */
export async function listVersions(db: Db, placeId: number) {
  const rows = await versions(db).where('place_id', '=', placeId).orderBy('version', 'desc').execute()
  return rows.map(({ version, sha256, size, created, restored_from, username }) => ({
    version,
    size: Number(size),
    sha256,
    created,
    /** Null: whoever it was has left. */
    username,
    /** Null: uploaded. */
    restoredFrom: restored_from,
  }))
}

/** Ids of places that have a file, in their order. */
export async function listFilledPlaces(db: Db, after: number, limit: number): Promise<number[]> {
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

export async function listFilesWithoutVersion(db: Db): Promise<string[]> {
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

export async function whichFilesAreNoted(db: Db, names: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db.selectFrom('place_files').select('sha256').where('sha256', 'in', names).execute()
  return new Set(rows.map(({ sha256 }) => sha256))
}
