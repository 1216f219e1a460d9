import type { Kysely } from 'kysely'
import { ofUser, required } from './initial/columns.ts'

/** Adds the tickets with which game clients and studios sign in. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('client_tickets')
    .addColumn('ticket_hash', 'text', (column) => column.primaryKey())
    .addColumn('user_id', 'text', ofUser)
    .addColumn('session', 'text', required)
    .addColumn('expires', 'bigint', required)
    .execute()
  await db.schema.createIndex('client_tickets_user').on('client_tickets').column('user_id').execute()
  await db.schema.createIndex('client_tickets_expires').on('client_tickets').column('expires').execute()
}
