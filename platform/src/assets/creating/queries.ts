import { keysetPage } from '@baseplate/storage/database/keyset'
import { type ExpressionWrapper, type Selectable, type SqlBool, sql } from 'kysely'
import type { NumberedCursor } from '../../foundation/cursor.ts'
import type { Database, Db } from '../../foundation/database.ts'
import type { AssetTables } from '../tables.ts'
import { isNotVisible } from '../visible.ts'

export type CreationRow = Selectable<AssetTables['creations']>

export const findCreation = (db: Db, assetId: number): Promise<CreationRow | undefined> =>
  db.selectFrom('creations').selectAll().where('asset_id', '=', assetId).executeTakeFirst()

/** Finds the creation of a submitted form by its key. */
export const findByKey = (db: Db, creatorId: string, key: string): Promise<CreationRow | undefined> =>
  db
    .selectFrom('creations')
    .selectAll()
    .where('creator_id', '=', creatorId)
    .where('key', '=', key)
    .executeTakeFirst()

/**
 * Lists the assets that a user has created, the newest first, without the images of other assets.
 *
 * @param isHidden lists only assets that are not in the catalog.
 */
export const listCreated = (
  db: Db,
  creatorId: string,
  { limit, after, isHidden }: { limit: number; after?: NumberedCursor | undefined; isHidden: boolean },
) =>
  db
    .selectFrom('assets')
    .leftJoin('asset_parts', 'asset_parts.asset_id', 'assets.id')
    .select([
      'assets.id',
      'assets.name',
      'assets.type',
      'assets.visibility',
      'assets.price',
      'assets.for_sale as forSale',
      'assets.sold',
      'assets.created',
      'assets.thumbnail',
      'asset_parts.image_id as imageId',
    ])
    .where('creator_id', '=', creatorId)
    .where((eb) => eb.not(isPart(db, eb.ref('assets.id'))))
    .$if(isHidden, (query) => query.where(isNotVisible))
    .$call((query) =>
      keysetPage(query, ['assets.created', 'assets.id'], {
        after: after && [after.created, after.id],
        limit,
      }),
    )
    .execute()

/** Maximum number of listed creations that wait for the ledger. */
const maxUnsettled = 50

/** Lists creations whose payment is pending. */
export const listUnsettled = (db: Db, creatorId: string) =>
  db
    .selectFrom('creations')
    .select([
      'asset_id as id',
      'name',
      'type',
      'price',
      'for_sale as forSale',
      'created',
      'image_id as imageId',
    ])
    .where('creator_id', '=', creatorId)
    .where('state', '=', 'pending')
    .orderBy('created', 'desc')
    .limit(maxUnsettled)
    .execute()

/** Builds the condition that an asset is the image of another one. */
export const isPart = (db: Db, id: ExpressionWrapper<Database, 'assets', number>) =>
  sql<SqlBool>`exists ${db.selectFrom('asset_parts').select('asset_id').where('image_id', '=', id)}`

/** Selects the pictures of assets, and the columns that decide who may see them. */
export const selectPictures = (db: Db) =>
  db
    .selectFrom('assets')
    .leftJoin('asset_parts', 'asset_parts.asset_id', 'assets.id')
    .select([
      'assets.id',
      'assets.type',
      'assets.creator_id',
      'assets.visibility',
      'assets.thumbnail',
      'asset_parts.image_id',
    ])

export const findPicture = (db: Db, assetId: number) =>
  selectPictures(db).where('assets.id', '=', assetId).executeTakeFirst()

/** Finds the asset that has the given asset as its image. */
export const findHolderOf = async (db: Db, imageId: number): Promise<number | undefined> =>
  (await db.selectFrom('asset_parts').select('asset_id').where('image_id', '=', imageId).executeTakeFirst())
    ?.asset_id

/** Returns the ids that belong to assets, creations or their images. */
export async function listUsedIds(db: Db, ids: readonly number[]): Promise<Set<number>> {
  // Creations first: one that is deleted between the two queries has become an asset.
  const creations = await db
    .selectFrom('creations')
    .select(['asset_id', 'image_id'])
    .where((eb) => eb.or([eb('asset_id', 'in', ids), eb('image_id', 'in', ids)]))
    .execute()
  const assets = await db.selectFrom('assets').select('id').where('id', 'in', ids).execute()
  return new Set([
    ...creations.flatMap(({ asset_id, image_id }) => (image_id === null ? [asset_id] : [asset_id, image_id])),
    ...assets.map(({ id }) => id),
  ])
}

/** Lists the image of an asset, if it has one. */
export const listParts = async (db: Db, assetId: number): Promise<number[]> =>
  (await db.selectFrom('asset_parts').select('image_id').where('asset_id', '=', assetId).execute()).map(
    ({ image_id }) => image_id,
  )
