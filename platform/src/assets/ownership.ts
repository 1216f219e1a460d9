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

/** How many people own it, whoever made it among them. */
export async function countOwners(db: Db, assetId: number): Promise<number> {
  const { count } = await db
    .selectFrom('owned_assets')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('asset_id', '=', assetId)
    .executeTakeFirstOrThrow()
  return Number(count)
}
