import { type Kysely, sql } from 'kysely'

/**
 * Which assets the documents of others refer to. Files are not in the database: a job reads those of earlier assets, which are
 * marked as not indexed.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('asset_references')
    .addColumn('asset_id', 'integer', (column) =>
      column.notNull().references('assets.id').onDelete('cascade'),
    )
    .addColumn('referred_id', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('asset_references_pk', ['referred_id', 'asset_id'])
    .execute()
  // For the references of one asset, when it has another file.
  await db.schema.createIndex('asset_references_asset').on('asset_references').column('asset_id').execute()
  await db.schema
    .alterTable('assets')
    .addColumn('indexed', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  await db.schema
    .createIndex('assets_not_indexed')
    .on('assets')
    .column('id')
    .where(sql.ref('indexed'), '=', sql.lit(0))
    .execute()
}
