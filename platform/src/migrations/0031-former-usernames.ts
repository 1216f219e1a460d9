import type { Kysely } from 'kysely'
import { required, userOrNull } from './initial/columns.ts'

/** Adds the names that users had before, which lead to their profiles for a while. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('users').addColumn('renamed', 'bigint').execute()
  await db.schema
    .createTable('former_usernames')
    .addColumn('name_hash', 'text', (column) => column.primaryKey())
    .addColumn('user_id', 'text', userOrNull)
    .addColumn('expires', 'bigint', required)
    .execute()
  await db.schema.createIndex('former_usernames_user').on('former_usernames').column('user_id').execute()
  await db.schema.createIndex('former_usernames_expires').on('former_usernames').column('expires').execute()
}
