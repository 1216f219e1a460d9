import { may } from '../accounts/privacy/rules.ts'
import type { Db } from '../foundation/database.ts'
import { ownerColumns, ownerOf } from '../social/door.ts'

/** Maximum number of wearers that an item's page shows: one row, with “and others”, on a wide screen. */
const shown = 10

/** Maximum number of wearers read. More than `shown`, because some users do not share their worn items. */
const read = 60

/** A user who wears an item. */
interface Wearer {
  username: string
  portrait: string | null
}

/**
 * Lists some of the users who wear an item and share it with the viewer, whether there are more, and whether the viewer
 * wears it.
 */
export async function viewWearers(
  db: Db,
  viewer: { id: string },
  assetId: number,
): Promise<{ wearers: Wearer[]; moreWearers: boolean; worn: boolean }> {
  const [rows, own] = await Promise.all([
    db
      .selectFrom('worn_items')
      .innerJoin('users', 'users.id', 'worn_items.user_id')
      .select(['users.id', 'users.username', 'users.portrait'])
      .select(ownerColumns(viewer.id))
      .where('worn_items.asset_id', '=', assetId)
      .orderBy('worn_items.user_id')
      .limit(read)
      .execute(),
    db
      .selectFrom('worn_items')
      .select('asset_id')
      .where('user_id', '=', viewer.id)
      .where('asset_id', '=', assetId)
      .executeTakeFirst(),
  ])
  const wearers = rows
    .filter((row) => may(viewer, ownerOf(row), 'inventory'))
    .map(({ username, portrait }) => ({ username, portrait }))
  return {
    wearers: wearers.slice(0, shown),
    moreWearers: wearers.length > shown || rows.length === read,
    worn: own !== undefined,
  }
}
