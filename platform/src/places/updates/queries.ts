import type { Db } from '../../database.ts'
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
