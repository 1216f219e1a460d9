import type { Kysely } from 'kysely'
import { ofPlace, ofUser, required } from './initial/columns.ts'

/** Private links that players have joined with. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('private_links')
    .addColumn('user_id', 'text', ofUser)
    .addColumn('place_id', 'integer', ofPlace)
    .addColumn('ticket', 'text', required)
    .addPrimaryKeyConstraint('private_links_key', ['user_id', 'place_id'])
    .execute()
  await db.schema.createIndex('private_links_place').on('private_links').column('place_id').execute()
}
