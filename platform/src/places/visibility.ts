import type { Db } from '../foundation/database.ts'
import type { LockedSetting, PlaceVisibility } from './rules.ts'

/** Locks settings. The locks are in effect while the place is moderated. */
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

/** Changes the visibility if it is `from`, and returns whether it was. Becoming visible removes all locks. */
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
