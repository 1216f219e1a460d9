import type { Kysely } from 'kysely'
import { ofUser, required, userOrNull, zeroByDefault } from './columns.ts'

export async function createOperations(db: Kysely<unknown>): Promise<void> {
  await createSamples(db)
  await createBackups(db)
  await createSiteIdentity(db)
  await createBanners(db)
  await createFlags(db)
  await createFilterWords(db)
  await createScreenshots(db)
}

/** Metrics of the platform: one row every few minutes, thinned out with age. */
async function createSamples(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('samples')
    .addColumn('at', 'bigint', (column) => column.primaryKey())
    .addColumn('users', 'bigint', required)
    .addColumn('playing', 'bigint', required)
    .addColumn('visits', 'bigint', required)
    .addColumn('purchases', 'bigint', required)
    .addColumn('renders', 'bigint', required)
    .addColumn('supply', 'text')
    .addColumn('minted', 'text')
    .addColumn('burned', 'text')
    .addColumn('median_ms', 'real')
    .addColumn('slow_ms', 'real')
    .execute()
}

/** The record of complete backups, which all sites of a platform share. */
async function createBackups(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('backups')
    .addColumn('finished', 'bigint', (column) => column.primaryKey())
    .addColumn('file', 'text', required)
    .addColumn('bytes', 'bigint', required)
    .execute()
}

/** Versions of the platform's name, logo, accent and links. The newest is in force. */
async function createSiteIdentity(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('site_identity')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('created', 'bigint', required)
    .addColumn('actor_id', 'text', userOrNull)
    .addColumn('changes', 'text', required)
    .execute()
  // Deleting an account looks for its versions.
  await db.schema.createIndex('site_identity_actor').on('site_identity').column('actor_id').execute()
}

async function createBanners(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('banners')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('created', 'bigint', required)
    .addColumn('text', 'text', required)
    .addColumn('tone', 'text', required)
    .addColumn('link', 'text', required)
    .addColumn('shown', 'integer', required)
    .addColumn('starts', 'bigint')
    .addColumn('ends', 'bigint')
    .execute()
}

async function createFlags(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('flags')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('value', 'text')
    .addColumn('updated', 'bigint', required)
    .execute()
}

/** The words that administrators filter. */
async function createFilterWords(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('filter_words')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('version', 'integer', required)
    .addColumn('words', 'text', required)
    .addColumn('updated', 'bigint', required)
    .execute()
}

async function createScreenshots(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('screenshots')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('user_id', 'text', ofUser)
    .addColumn('created', 'bigint', required)
    .addColumn('format', 'text', required)
    .addColumn('width', 'integer', required)
    .addColumn('height', 'integer', required)
    .addColumn('size', 'bigint', required)
    .addColumn('preview_size', 'integer', zeroByDefault)
    .execute()
  await db.schema.createIndex('screenshots_user').on('screenshots').columns(['user_id', 'created']).execute()
}
