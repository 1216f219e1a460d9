import { type Kysely, sql } from 'kysely'
import { required, userOrNull } from './initial/columns.ts'

export async function up(db: Kysely<unknown>): Promise<void> {
  await createSiteIdentity(db)
  await indexModeratedAssets(db)
}

/** Reviewers compare new items with moderated ones that have the same file or name. */
async function indexModeratedAssets(db: Kysely<unknown>): Promise<void> {
  for (const column of ['file_sha256', 'name_key']) {
    await db.schema
      .createIndex(`assets_moderated_${column}`)
      .on('assets')
      .column(column)
      .where(sql.ref('visibility'), '=', sql.lit('Moderated'))
      .execute()
  }
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
