import type { Db } from '../../foundation/database.ts'
import { Refused } from '../../foundation/errors.ts'

/** Lists the versions of a place that have notes, newest first. */
export const listNoted = (db: Db, placeId: number, { before, limit }: { before?: number; limit: number }) =>
  db
    .selectFrom('place_updates')
    .select(['version', 'created', 'notes', 'notes_updated'])
    .where('place_id', '=', placeId)
    .where('notes', '<>', '')
    .$if(before !== undefined, (query) => query.where('version', '<', before ?? 0))
    .orderBy('version', 'desc')
    .limit(limit)
    .execute()

/** @throws Refused `missing`: the place has no notes for this version. */
export async function requireUpdate(db: Db, placeId: number, version: number) {
  const update = await db
    .selectFrom('place_updates')
    .select(['version', 'created', 'notes', 'notes_updated'])
    .where('place_id', '=', placeId)
    .where('version', '=', version)
    .where('notes', '<>', '')
    .executeTakeFirst()
  if (!update) throw new Refused('places.update_not_found')
  return update
}

/** Adds a version to the list of all versions. Processes of an earlier release may have added it. */
export const addUpdate = (
  db: Db,
  update: { place_id: number; version: number; created: number; restored_from: number | null },
) =>
  db
    .insertInto('place_updates')
    .values(update)
    .onConflict((conflict) => conflict.columns(['place_id', 'version']).doNothing())
    .execute()

/** Describes the newest version of a place for players, when it is uploaded. */
export const describeUpdate = (
  db: Db,
  placeId: number,
  { version, notes }: { version: number; notes: string },
) =>
  db
    .updateTable('place_updates')
    .set({ notes })
    .where('place_id', '=', placeId)
    .where('version', '=', version)
    .execute()

export const findNewestUpdate = (db: Db, placeId: number) =>
  db
    .selectFrom('place_updates')
    .select(['version', 'created', 'notes'])
    .where('place_id', '=', placeId)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Lists the latest versions of a place, newest first, including versions whose files are gone. */
export const listUpdates = (db: Db, placeId: number, limit: number) =>
  db
    .selectFrom('place_updates')
    .leftJoin('place_versions', (join) =>
      join
        .onRef('place_versions.place_id', '=', 'place_updates.place_id')
        .onRef('place_versions.version', '=', 'place_updates.version'),
    )
    .leftJoin('place_files', 'place_files.sha256', 'place_versions.sha256')
    .select([
      'place_updates.version',
      'place_updates.created',
      'place_updates.restored_from',
      'place_updates.notes',
      'place_files.size',
    ])
    .where('place_updates.place_id', '=', placeId)
    .orderBy('place_updates.version', 'desc')
    .limit(limit)
    .execute()
