import type { Selectable } from 'kysely'
import type { Db } from '../database.ts'
import { isAssetId } from '../foundation/asset-ids.ts'
import { isPostgres } from '../foundation/database/dialect.ts'
import type { CatalogTables } from './tables.ts'

export type AssetRow = Selectable<CatalogTables['assets']>

export const findAsset = async (db: Db, id: number): Promise<AssetRow | undefined> =>
  isAssetId(id) ? db.selectFrom('assets').selectAll().where('id', '=', id).executeTakeFirst() : undefined

/** As `findAsset`; what becomes of it waits until the transaction ends. */
export const holdAsset = async (db: Db, id: number): Promise<AssetRow | undefined> =>
  isAssetId(id)
    ? db
        .selectFrom('assets')
        .selectAll()
        .where('id', '=', id)
        // SQLite has one transaction that writes at a time.
        .$if(isPostgres(db), (query) => query.forShare())
        .executeTakeFirst()
    : undefined

/** Deleted creators leave their assets behind, so the creator may be nobody. */
export const findAssetWithCreator = async (
  db: Db,
  id: number,
): Promise<(AssetRow & { creator_username: string | null }) | undefined> =>
  isAssetId(id)
    ? db
        .selectFrom('assets')
        .leftJoin('users', 'users.id', 'assets.creator_id')
        .selectAll('assets')
        .select('users.username as creator_username')
        .where('assets.id', '=', id)
        .executeTakeFirst()
    : undefined

/** What serving an asset's file needs to know of it. */
export type AssetFile = Pick<AssetRow, 'id' | 'visibility' | 'withheld' | 'file_md5'>

/** Of many ids at once. Ids that cannot be ours are no business of the database, whose integers end before theirs. */
export async function findAssetFiles(db: Db, ids: readonly number[]): Promise<AssetFile[]> {
  const ours = [...new Set(ids.filter(isAssetId))]
  if (ours.length === 0) return []
  return db
    .selectFrom('assets')
    .select(['id', 'visibility', 'withheld', 'file_md5'])
    .where('id', 'in', ours)
    .execute()
}
