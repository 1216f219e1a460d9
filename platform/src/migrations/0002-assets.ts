import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // What keeps places and assets from having one id between them, which two primary keys cannot.
  await db.schema
    .createTable('asset_ids')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .execute()
  await sql`insert into asset_ids (id) select id from places`.execute(db)

  await db.schema
    .createTable('assets')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('type', 'integer', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('description', 'text', (column) => column.notNull())
    .addColumn('description_updated', 'bigint', (column) => column.notNull())
    .addColumn('creator_id', 'text', (column) => column.references('users.id').onDelete('set null'))
    .addColumn('visibility', 'text', (column) =>
      column.notNull().check(sql`visibility in ('Pending', 'Visible', 'Moderated')`),
    )
    .addColumn('file_size', 'bigint', (column) => column.notNull())
    .addColumn('file_sha256', 'text', (column) => column.notNull())
    .addColumn('file_md5', 'text', (column) => column.notNull())
    .addColumn('created', 'bigint', (column) => column.notNull())
    .addColumn('updated', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('assets_creator').on('assets').columns(['creator_id', 'created']).execute()

  await db.schema
    .createTable('cloud_thumbnails')
    .addColumn('asset_id', 'bigint', (column) => column.notNull())
    .addColumn('width', 'integer', (column) => column.notNull())
    .addColumn('height', 'integer', (column) => column.notNull())
    .addColumn('url', 'text', (column) => column.notNull())
    .addColumn('fetched', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('cloud_thumbnails_key', ['asset_id', 'width', 'height'])
    .execute()
}
