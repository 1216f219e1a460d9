import { isPostgres } from '@baseplate/storage/database/dialect'
import { type Kysely, sql } from 'kysely'
import {
  byCodePoint,
  calendarUnit,
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
  await createRelations(db)
  await createDrafts(db)
  await createCreations(db)
  await createStatistics(db)
  await createCloudThumbnails(db)
}

async function createAssetTable(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('assets')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('type', 'integer', required)
    .addColumn('name', 'text', required)
    .addColumn('name_key', byCodePoint(db), emptyByDefault)
    .addColumn('description', 'text', required)
    .addColumn('description_updated', 'bigint', required)
    .addColumn('creator_id', 'text', userOrNull)
    .addColumn('created', 'bigint', required)
    .addColumn('updated', 'bigint', required)
    .addColumn('visibility', 'text', (column) =>
      column.notNull().check(sql`visibility in ('Pending', 'Visible', 'Moderated')`),
    )
    .addColumn('withheld', 'integer', zeroByDefault)
    .addColumn('waiting_since', 'bigint', zeroByDefault)
    .addColumn('price', 'bigint', zeroByDefault)
    .addColumn('for_sale', 'integer', zeroByDefault)
    // Sorts the catalog by price in a descending order like all its other columns, as a keyset page requires.
    .addColumn('cheapness', 'bigint', (column) => {
      const generated = column.generatedAlwaysAs(
        sql`case for_sale when 1 then -price else ${sql.lit(Number.MIN_SAFE_INTEGER)} end`,
      )
      return isPostgres(db) ? generated.stored() : generated
    })
    .addColumn('sold', 'integer', zeroByDefault)
    .addColumn('favourites', 'integer', zeroByDefault)
    .addColumn('file_size', 'bigint', required)
    .addColumn('file_sha256', 'text', required)
    .addColumn('file_md5', 'text', required)
    .addColumn('picture_hash', 'text', emptyByDefault)
    // Name of the preview in lists, once it has been rendered. Copied from `previews`.
    .addColumn('thumbnail', 'text')
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
  // Reviewers compare new items with moderated ones that have the same file or name, or a similar picture.
  for (const column of ['file_sha256', 'name_key']) {
    await db.schema
      .createIndex(`assets_moderated_${column}`)
      .on('assets')
      .column(column)
      .where(sql.ref('visibility'), '=', sql.lit('Moderated'))
      .execute()
  }
  await sql`
    create index assets_refused_pictures on assets (created, id, picture_hash)
    where visibility = 'Moderated' and picture_hash <> ''`.execute(db)
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

/** Creations that were started and are neither paid for nor deleted. */
async function createDrafts(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('creation_drafts')
    .addColumn('user_id', 'text', ofUser)
    .addColumn('key', 'text', required)
    .addColumn('type', 'integer', required)
    .addColumn('name', 'text', required)
    .addColumn('description', 'text', required)
    .addColumn('price', 'text', required)
    .addColumn('file', 'text')
    .addColumn('file_size', 'integer', zeroByDefault)
    .addColumn('updated', 'bigint', required)
    .addPrimaryKeyConstraint('creation_drafts_key', ['user_id', 'key'])
    .execute()
  await db.schema.createIndex('creation_drafts_file').on('creation_drafts').column('file').unique().execute()
  await db.schema.createIndex('creation_drafts_updated').on('creation_drafts').column('updated').execute()
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
    .addColumn('picture_hash', 'text', emptyByDefault)
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

async function createStatistics(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('asset_statistics')
    .addColumn('asset_id', 'integer', ofAsset)
    .addColumn('unit', 'text', calendarUnit)
    .addColumn('start', 'bigint', required)
    .addColumn('sales', 'integer', zeroByDefault)
    .addColumn('proceeds', 'bigint', zeroByDefault)
    .addPrimaryKeyConstraint('asset_statistics_key', ['asset_id', 'unit', 'start'])
    .execute()
  await db.schema
    .createIndex('asset_statistics_age')
    .on('asset_statistics')
    .columns(['unit', 'start'])
    .execute()
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
