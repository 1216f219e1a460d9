import { sql } from 'kysely'
import type { Db } from '../database.ts'
import type { LockedSetting, PlaceVisibility } from './rules.ts'

/** Settings that the owner cannot change: those that a moderator changed, of a place that is moderated. */
export async function listLocks(db: Db, placeId: number): Promise<LockedSetting[]> {
  const rows = await db
    .selectFrom('place_locks')
    .innerJoin('places', 'places.id', 'place_locks.place_id')
    .select('setting')
    .where('place_id', '=', placeId)
    .where('visibility', '=', sql.lit<PlaceVisibility>('Moderated'))
    .orderBy('setting')
    .execute()
  return rows.map(({ setting }) => setting)
}

/** Notes what a moderator changed. Locks of a place that is not moderated wait until it is. */
export async function lockSettings(
  db: Db,
  placeId: number,
  settings: readonly LockedSetting[],
): Promise<void> {
  if (settings.length === 0) return
  await db
    .insertInto('place_locks')
    .values(settings.map((setting) => ({ place_id: placeId, setting })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Returns whether the place was `from` until then. The owner of a place that is shown again may change everything. */
export async function changePlaceVisibility(
  db: Db,
  placeId: number,
  { from, to }: { from: PlaceVisibility; to: PlaceVisibility },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('places')
    .set({ visibility: to })
    .where('id', '=', placeId)
    .where('visibility', '=', from)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  if (to === 'Visible') await db.deleteFrom('place_locks').where('place_id', '=', placeId).execute()
  return true
}
