import type { Db } from '../database.ts'

/** In their order. */
export const listThumbnails = (db: Db, placeId: number) =>
  db
    .selectFrom('place_thumbnails')
    .select(['number', 'name'])
    .where('place_id', '=', placeId)
    .orderBy('position')
    .orderBy('number')
    .execute()

/** Gives the pictures their positions anew. */
export async function orderThumbnails(db: Db, placeId: number, numbers: readonly number[]): Promise<void> {
  for (const [position, number] of numbers.entries()) {
    await db
      .updateTable('place_thumbnails')
      .set({ position })
      .where('place_id', '=', placeId)
      .where('number', '=', number)
      .execute()
  }
}
