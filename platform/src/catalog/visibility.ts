import type { Db } from '../database.ts'
import type { Visibility } from './rules.ts'

/**
 * Changes who sees an asset, and the image that it is made of, in the transaction of whoever decides that. Answers whether it
 * was one of `from` until then.
 */
export async function changeVisibility(
  db: Db,
  assetId: number,
  { from, to }: { from: readonly Visibility[]; to: Visibility },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('assets')
    .set({ visibility: to })
    .where('id', '=', assetId)
    .where('visibility', 'in', from)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  await db
    .updateTable('assets')
    .set({ visibility: to })
    .where('id', 'in', db.selectFrom('asset_parts').select('image_id').where('asset_id', '=', assetId))
    .execute()
  return true
}
