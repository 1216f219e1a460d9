import { type Kysely, sql } from 'kysely'

/** Files that were there before become their place's first version; the file itself is taken over when it is next used. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('place_files')
    .addColumn('sha256', 'text', (column) => column.primaryKey())
    .addColumn('size', 'bigint', (column) => column.notNull())
    .execute()

  await db.schema
    .createTable('place_versions')
    .addColumn('place_id', 'integer', (column) =>
      column.notNull().references('places.id').onDelete('cascade'),
    )
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('sha256', 'text', (column) => column.notNull().references('place_files.sha256'))
    .addColumn('created', 'bigint', (column) => column.notNull())
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('restored_from', 'integer')
    .addPrimaryKeyConstraint('place_versions_key', ['place_id', 'version'])
    .execute()
  await db.schema.createIndex('place_versions_file').on('place_versions').column('sha256').execute()

  await sql`insert into place_files (sha256, size)
    select data_sha256, max(data_size) from places where data_sha256 is not null group by data_sha256`.execute(
    db,
  )
  await sql`insert into place_versions (place_id, version, sha256, created, user_id)
    select id, 1, data_sha256, data_updated, owner_id from places where data_sha256 is not null`.execute(db)

  await db.schema.alterTable('places').addColumn('icon', 'text').execute()
}
