import { keysetPage } from '@baseplate/storage/database/keyset'
import type { Db } from '../../foundation/database.ts'

/** Lists the thumbnails of a place in their order. */
export const listThumbnails = (db: Db, placeId: number) =>
  db
    .selectFrom('place_thumbnails')
    .select(['number', 'name'])
    .where('place_id', '=', placeId)
    .orderBy('position')
    .orderBy('number')
    .execute()

/** Returns the name of a thumbnail's picture; undefined: the place has no thumbnail of this number. */
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

/** Adds a thumbnail after the other ones of a place, whose row is locked. Returns its number. */
export async function appendThumbnail(
  db: Db,
  placeId: number,
  picture: { name: string; size: number },
): Promise<number> {
  const thumbnails = await listThumbnails(db, placeId)
  const number = Math.max(0, ...thumbnails.map((thumbnail) => thumbnail.number)) + 1
  await db
    .insertInto('place_thumbnails')
    .values({ place_id: placeId, number, position: thumbnails.length, ...picture })
    .execute()
  return number
}

/** Renumbers the positions of a place's thumbnails in this order. */
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

/** Finds the thumbnails of these places. */
export const findThumbnails = (db: Db, placeIds: readonly number[]): Promise<Thumbnail[]> =>
  db.selectFrom('place_thumbnails').select(['place_id', 'number']).where('place_id', 'in', placeIds).execute()

/** Lists the thumbnails of all places after the given one, by place and number. */
export const listThumbnailsAfter = (db: Db, after: Thumbnail, limit: number): Promise<Thumbnail[]> =>
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

/** Returns which of these places have an icon. */
export async function findIcons(db: Db, placeIds: readonly number[]): Promise<number[]> {
  const rows = await db
    .selectFrom('places')
    .select('id')
    .where('id', 'in', placeIds)
    .where('icon', 'is not', null)
    .execute()
  return rows.map(({ id }) => id)
}

/** Lists the ids of places that have an icon, in ascending order. */
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
