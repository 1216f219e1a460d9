import { type Kysely, sql } from 'kysely'
import { isPostgres } from '../../foundation/database/dialect.ts'
import {
  byCodePoint,
  emptyByDefault,
  ofAsset,
  ofUser,
  oneOfAsset,
  required,
  userOrNull,
  zeroByDefault,
} from './columns.ts'

export async function createAssets(db: Kysely<unknown>): Promise<void> {
  await createAssetTable(db)
  await indexAssets(db)
  await createCreations(db)
  await createRelations(db)
  await createOwnership(db)
  await createComments(db)
  await createCloudThumbnails(db)
}

async function createAssetTable(db: Kysely<unknown>): Promise<void> {
  // Places and assets share one range of ids, which their two primary keys cannot ensure.
  await db.schema
    .createTable('asset_ids')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .execute()
  await db.schema
    .createTable('assets')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('type', 'integer', required)
    .addColumn('name', 'text', required)
    .addColumn('description', 'text', required)
    .addColumn('description_updated', 'bigint', required)
    .addColumn('creator_id', 'text', userOrNull)
    .addColumn('visibility', 'text', (column) =>
      column.notNull().check(sql`visibility in ('Pending', 'Visible', 'Moderated')`),
    )
    .addColumn('file_size', 'bigint', required)
    .addColumn('file_sha256', 'text', required)
    .addColumn('file_md5', 'text', required)
    .addColumn('created', 'bigint', required)
    .addColumn('updated', 'bigint', required)
    .addColumn('price', 'bigint', zeroByDefault)
    .addColumn('for_sale', 'integer', zeroByDefault)
    .addColumn('sold', 'integer', zeroByDefault)
    .addColumn('name_key', byCodePoint(db), emptyByDefault)
    .addColumn('withheld', 'integer', zeroByDefault)
    // Name of the preview in lists, once it has been rendered. Copied from `previews`.
    .addColumn('thumbnail', 'text')
    // Sorts the catalog by price in a descending order like all its other columns, as a keyset page requires.
    .addColumn('cheapness', 'bigint', (column) => {
      const generated = column.generatedAlwaysAs(
        sql`case for_sale when 1 then -price else ${sql.lit(Number.MIN_SAFE_INTEGER)} end`,
      )
      return isPostgres(db) ? generated.stored() : generated
    })
    .addColumn('waiting_since', 'bigint', zeroByDefault)
    .execute()
}

async function indexAssets(db: Kysely<unknown>): Promise<void> {
  await db.schema.createIndex('assets_creator').on('assets').columns(['creator_id', 'created']).execute()
  await db.schema
    .createIndex('assets_waiting')
    .on('assets')
    .columns(['waiting_since', 'id'])
    .where(sql.ref('visibility'), '=', sql.lit('Pending'))
    .execute()
}

/** Uploads whose fee is still being paid. A paid creation has become an asset. */
async function createCreations(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('creations')
    .addColumn('asset_id', 'integer', (column) => column.primaryKey())
    .addColumn('creator_id', 'text', ofUser)
    .addColumn('key', 'text', required)
    .addColumn('type', 'integer', required)
    .addColumn('name', 'text', required)
    .addColumn('description', 'text', required)
    .addColumn('price', 'bigint', required)
    .addColumn('for_sale', 'integer', required)
    .addColumn('visibility', 'text', required)
    .addColumn('file_size', 'bigint', required)
    .addColumn('file_sha256', 'text', required)
    .addColumn('file_md5', 'text', required)
    // Ids of the assets that the file refers to, separated by commas.
    .addColumn('referred', 'text', required)
    .addColumn('image_id', 'integer')
    .addColumn('image_size', 'bigint')
    .addColumn('image_sha256', 'text')
    .addColumn('image_md5', 'text')
    .addColumn('created', 'bigint', required)
    .addColumn('state', 'text', (column) =>
      column.notNull().check(sql`state in ('pending', 'paid', 'failed')`),
    )
    .addUniqueConstraint('creations_key', ['creator_id', 'key'])
    .execute()
}

async function createRelations(db: Kysely<unknown>): Promise<void> {
  // The image that an item of clothing was created from.
  await db.schema
    .createTable('asset_parts')
    .addColumn('asset_id', 'integer', oneOfAsset)
    .addColumn('image_id', 'integer', (column) => ofAsset(column).unique())
    .execute()
  // Assets that the file of an asset refers to. `referred_id` need not exist.
  await db.schema
    .createTable('asset_references')
    .addColumn('asset_id', 'integer', ofAsset)
    .addColumn('referred_id', 'integer', required)
    .addPrimaryKeyConstraint('asset_references_pk', ['referred_id', 'asset_id'])
    .execute()
  await db.schema.createIndex('asset_references_asset').on('asset_references').column('asset_id').execute()
}

async function createOwnership(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('owned_assets')
    .addColumn('user_id', 'text', ofUser)
    .addColumn('asset_id', 'integer', ofAsset)
    .addColumn('created', 'bigint', required)
    .addPrimaryKeyConstraint('owned_assets_key', ['user_id', 'asset_id'])
    .execute()
  await db.schema
    .createIndex('owned_assets_newest')
    .on('owned_assets')
    .columns(['user_id', 'created'])
    .execute()
  await db.schema.createIndex('owned_assets_asset').on('owned_assets').column('asset_id').execute()
}

async function createComments(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('comments')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('asset_id', 'integer', ofAsset)
    .addColumn('author_id', 'text', ofUser)
    .addColumn('parent_id', 'text', (column) => column.references('comments.id').onDelete('cascade'))
    .addColumn('root_id', 'text', (column) => column.references('comments.id').onDelete('cascade'))
    .addColumn('depth', 'integer', required)
    .addColumn('content', 'text', required)
    .addColumn('created', 'bigint', required)
    .addColumn('visibility', 'text', (column) =>
      column.notNull().check(sql`visibility in ('Visible', 'Moderated', 'Deleted')`),
    )
    .execute()
  await db.schema.createIndex('comments_asset').on('comments').columns(['asset_id', 'depth', 'id']).execute()
  await db.schema.createIndex('comments_root').on('comments').columns(['root_id', 'id']).execute()
  await db.schema.createIndex('comments_parent').on('comments').column('parent_id').execute()
  await db.schema.createIndex('comments_author').on('comments').columns(['author_id', 'id']).execute()
}

async function createCloudThumbnails(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('cloud_thumbnails')
    .addColumn('asset_id', 'bigint', required)
    .addColumn('width', 'integer', required)
    .addColumn('height', 'integer', required)
    .addColumn('url', 'text', required)
    .addColumn('fetched', 'bigint', required)
    .addPrimaryKeyConstraint('cloud_thumbnails_key', ['asset_id', 'width', 'height'])
    .execute()
}
