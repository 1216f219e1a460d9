import type { Kysely } from 'kysely'
import { required, userOrNull } from './initial/columns.ts'

/** Versions of the platform's name, logo, accent and links. The newest is in force. */
export async function up(db: Kysely<unknown>): Promise<void> {
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
