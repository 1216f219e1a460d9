import { type ExpressionWrapper, type Selectable, type SqlBool, sql } from 'kysely'
import type { Database, Db } from '../../database.ts'
import type { NumberedCursor } from '../../foundation/cursor.ts'
import { keysetPage } from '../../foundation/database/keyset.ts'
import type { CreationTables } from './tables.ts'

export type CreationRow = Selectable<CreationTables['creations']>

export const findCreation = (db: Db, assetId: number): Promise<CreationRow | undefined> =>
  db.selectFrom('creations').selectAll().where('asset_id', '=', assetId).executeTakeFirst()

/** What somebody has made with a form that carried this key. */
export const findByKey = (db: Db, creatorId: string, key: string): Promise<CreationRow | undefined> =>
  db
    .selectFrom('creations')
    .selectAll()
    .where('creator_id', '=', creatorId)
    .where('key', '=', key)
    .executeTakeFirst()

interface Stretch {
  limit: number
  /** Absent: the beginning. */
  after?: NumberedCursor | undefined
}

/** What somebody has made, the newest first; not the images that it is made of. */
export const listCreated = (db: Db, creatorId: string, { limit, after }: Stretch) =>
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
      'asset_parts.image_id as imageId',
    ])
    .where('creator_id', '=', creatorId)
    .where((eb) => eb.not(isPart(db, eb.ref('assets.id'))))
    .$call((query) =>
      keysetPage(query, ['assets.created', 'assets.id'], {
        after: after && [after.created, after.id],
        limit,
      }),
    )
    .execute()

/** What somebody makes whose payment the ledger has neither taken nor refused, as far as is known. */
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
    .limit(perCreatorMax)
    .execute()

/** Those that one sees at once wait for seconds, or for a ledger that is away. */
const perCreatorMax = 50

/** Whether an asset is the image of another one. */
export const isPart = (db: Db, id: ExpressionWrapper<Database, 'assets', number>) =>
  sql<SqlBool>`exists ${db.selectFrom('asset_parts').select('asset_id').where('image_id', '=', id)}`

/** The image of an asset, and what decides who may see it. */
export const findPicture = (db: Db, assetId: number) =>
  db
    .selectFrom('assets')
    .leftJoin('asset_parts', 'asset_parts.asset_id', 'assets.id')
    .select(['assets.id', 'assets.type', 'assets.creator_id', 'assets.visibility', 'asset_parts.image_id'])
    .where('assets.id', '=', assetId)
    .executeTakeFirst()

/** Of which asset another one is the image. */
export const findPartOf = async (db: Db, imageId: number): Promise<number | undefined> =>
  (await db.selectFrom('asset_parts').select('asset_id').where('image_id', '=', imageId).executeTakeFirst())
    ?.asset_id

/** Which of these ids are of assets, or of what becomes one. */
export async function listNotedFiles(db: Db, ids: readonly number[]): Promise<Set<number>> {
  // In this order: what is forgotten of creations between the two is an asset by then.
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

/** The image that an asset is made of. */
export const listParts = async (db: Db, assetId: number): Promise<number[]> =>
  (await db.selectFrom('asset_parts').select('image_id').where('asset_id', '=', assetId).execute()).map(
    ({ image_id }) => image_id,
  )
