import type { Db } from '../../database.ts'
import { keysetPage } from '../../foundation/database/keyset.ts'

/** In their order. */
export const listThumbnails = (db: Db, placeId: number) =>
  db
    .selectFrom('place_thumbnails')
    .select(['number', 'name'])
    .where('place_id', '=', placeId)
    .orderBy('position')
    .orderBy('number')
    .execute()

/** Returns the name of a picture; undefined when the place has none of this number. */
export async function findThumbnailName(
  db: Db,
  placeId: number,
  number: number,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('place_thumbnails')
    .select('name')
    .where('place_id', '=', placeId)
    .where('number', '=', number)
    .executeTakeFirst()
  return row?.name
}

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

export interface Thumbnail {
  place_id: number
  number: number
}

/** Those of these places. */
export const findThumbnails = (db: Db, placeIds: readonly number[]): Promise<Thumbnail[]> =>
  db.selectFrom('place_thumbnails').select(['place_id', 'number']).where('place_id', 'in', placeIds).execute()

/** Those of all places, in the order of the places. */
export const listThumbnailsBehind = (db: Db, after: Thumbnail, limit: number): Promise<Thumbnail[]> =>
  db
    .selectFrom('place_thumbnails')
    .select(['place_id', 'number'])
    .$call((query) =>
      keysetPage(query, ['place_id', 'number'], {
        after: [after.place_id, after.number],
        direction: 'asc',
        limit,
      }),
    )
    .execute()

/** Which of these places have an icon. */
export async function findIcons(db: Db, placeIds: readonly number[]): Promise<number[]> {
  const rows = await db
    .selectFrom('places')
    .select('id')
    .where('id', 'in', placeIds)
    .where('icon', 'is not', null)
    .execute()
  return rows.map(({ id }) => id)
}

/** Places that have an icon, in the order of their ids. */
export async function listIcons(db: Db, after: number, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom('places')
    .select('id')
    .where('id', '>', after)
    .where('icon', 'is not', null)
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}
