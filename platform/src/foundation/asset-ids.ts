import type { Db } from '../database.ts'
import { newAssetId } from './ids.ts'

/** The one id space of places and assets: an id that is here is taken, by whichever of them. */
export interface AssetIdTables {
  asset_ids: { id: number }
}

/** Whether a number can be the id of a place or an asset of this instance at all. */
export const isAssetId = (id: number) => Number.isInteger(id) && id >= 100_000_000 && id <= 999_999_999

/**
 * Takes a random id. One that is not used in the end stays taken, which harms nobody.
 *
 * @throws a conflict when it is taken: for `retryOnConflict`.
 */
export async function takeAssetId(db: Db): Promise<number> {
  const id = newAssetId()
  await db.insertInto('asset_ids').values({ id }).execute()
  return id
}

/** Whether a place or an asset of this instance has the id. */
export const isTakenAssetId = async (db: Db, id: number): Promise<boolean> =>
  isAssetId(id) &&
  (await db.selectFrom('asset_ids').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
