import { isPostgres } from '@baseplate/storage/database/dialect'
import type { Selectable } from 'kysely'
import { isAssetId } from '../foundation/asset-ids.ts'
import type { Db } from '../foundation/database.ts'
import type { AssetTables } from './tables.ts'

export type AssetRow = Selectable<AssetTables['assets']>

export const findAsset = async (db: Db, id: number): Promise<AssetRow | undefined> =>
  isAssetId(id) ? db.selectFrom('assets').selectAll().where('id', '=', id).executeTakeFirst() : undefined

/** Finds an asset and locks it against changes until the transaction ends. */
export const lockAsset = async (db: Db, id: number): Promise<AssetRow | undefined> =>
  isAssetId(id)
    ? db
        .selectFrom('assets')
        .selectAll()
        .where('id', '=', id)
        // SQLite runs one writing transaction at a time.
        .$if(isPostgres(db), (query) => query.forShare())
        .executeTakeFirst()
    : undefined

/** Finds an asset and the name of its creator, which is null after the account was deleted. */
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

/** The columns that serving an asset's file needs. */
export type AssetFile = Pick<AssetRow, 'id' | 'visibility' | 'withheld' | 'file_md5'>

/** Finds assets by id. Ignores ids outside the range of this instance, which may exceed the integers of the database. */
export async function findAssetFiles(db: Db, ids: readonly number[]): Promise<AssetFile[]> {
  const ownIds = [...new Set(ids.filter(isAssetId))]
  if (ownIds.length === 0) return []
  return db
    .selectFrom('assets')
    .select(['id', 'visibility', 'withheld', 'file_md5'])
    .where('id', 'in', ownIds)
    .execute()
}
