import type { Db } from './database.ts'
import { newAssetId } from './ids.ts'

/** Whether a number is in the range of ids of the instance's own places and assets. */
export const isAssetId = (id: number) => Number.isInteger(id) && id >= 100_000_000 && id <= 999_999_999

/** Parses the id of a place, an asset or a group. A text that is not an id becomes 0, which no row has. */
export const numberOfId = (text: string): number => (isAssetId(Number(text)) ? Number(text) : 0)

/**
 * Takes a random id. An id that the caller does not use stays taken.
 *
 * @throws a conflict when the id is taken: use `retryOnConflict`.
 */
export async function takeAssetId(db: Db): Promise<number> {
  const id = newAssetId()
  await db.insertInto('asset_ids').values({ id }).execute()
  return id
}

/** Whether the id belongs to a place or an asset of the instance. */
export const isTakenAssetId = async (db: Db, id: number): Promise<boolean> =>
  isAssetId(id) &&
  (await db.selectFrom('asset_ids').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
