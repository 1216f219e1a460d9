import type { Kysely } from 'kysely'
import { ofUser, required } from './initial/columns.ts'

/** Confirmed addresses, links that confirm them, and links with which owners secure their accounts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('users').addColumn('verified_email_key', 'text').execute()
  await db.schema
    .createTable('email_links')
    .addColumn('token_hash', 'text', (column) => column.primaryKey())
    .addColumn('user_id', 'text', ofUser)
    .addColumn('email', 'text', required)
    .addColumn('purpose', 'text', required)
    .addColumn('created', 'bigint', required)
    .addColumn('expires', 'bigint', required)
    .addColumn('ended', 'bigint')
    .execute()
  await db.schema
    .createTable('security_links')
    .addColumn('token_hash', 'text', (column) => column.primaryKey())
    .addColumn('user_id', 'text', ofUser)
    .addColumn('email', 'text', required)
    .addColumn('event', 'text', required)
    .addColumn('created', 'bigint', required)
    .addColumn('expires', 'bigint', required)
    .addColumn('ended', 'bigint')
    .execute()
  for (const table of ['email_links', 'security_links'])
    for (const column of ['user_id', 'expires'])
      await db.schema.createIndex(`${table}_${column}`).on(table).column(column).execute()
}
