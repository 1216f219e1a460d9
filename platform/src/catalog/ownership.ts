import type { Db } from '../database.ts'

export const owns = async (db: Db, userId: string, assetId: number): Promise<boolean> =>
  (await db
    .selectFrom('owned_assets')
    .select('asset_id')
    .where('user_id', '=', userId)
    .where('asset_id', '=', assetId)
    .executeTakeFirst()) !== undefined

/** Answers whether they did not own it before. */
export async function giveAsset(
  db: Db,
  { userId, assetId }: { userId: string; assetId: number },
  now: number,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('owned_assets')
    .values({ user_id: userId, asset_id: assetId, created: now })
    .onConflict((conflict) => conflict.columns(['user_id', 'asset_id']).doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}
