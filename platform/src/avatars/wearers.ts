import type { Db } from '../database.ts'

/** Maximum number of wearers that an item's page shows. */
const shown = 12

/** A user who wears an item. */
interface Wearer {
  username: string
  portrait: string | null
}

/** Lists some of the users who wear an item, whether more do, and whether the viewer wears it. */
export async function viewWearers(
  db: Db,
  viewer: { id: string },
  assetId: number,
): Promise<{ wearers: Wearer[]; moreWearers: boolean; worn: boolean }> {
  const [rows, own] = await Promise.all([
    db
      .selectFrom('worn_items')
      .innerJoin('users', 'users.id', 'worn_items.user_id')
      .select(['users.username', 'users.portrait'])
      .where('worn_items.asset_id', '=', assetId)
      .orderBy('worn_items.user_id')
      .limit(shown + 1)
      .execute(),
    db
      .selectFrom('worn_items')
      .select('asset_id')
      .where('user_id', '=', viewer.id)
      .where('asset_id', '=', assetId)
      .executeTakeFirst(),
  ])
  return { wearers: rows.slice(0, shown), moreWearers: rows.length > shown, worn: own !== undefined }
}
