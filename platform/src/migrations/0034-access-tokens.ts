import type { Kysely } from 'kysely'
import { ofUser, required } from './initial/columns.ts'

/** Access tokens of programs. Only their hashes are stored. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('access_tokens')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('user_id', 'text', ofUser)
    .addColumn('token_hash', 'text', (column) => column.notNull().unique())
    .addColumn('name', 'text', required)
    .addColumn('scopes', 'text', required)
    .addColumn('created', 'bigint', required)
    .addColumn('expires', 'bigint', required)
    .addColumn('last_used', 'bigint')
    .execute()
  await db.schema.createIndex('access_tokens_user').on('access_tokens').column('user_id').execute()
}
