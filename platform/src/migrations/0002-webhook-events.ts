import type { Kysely } from 'kysely'
import { required } from './initial/columns.ts'

/** The outbox of webhooks, which has one row for each event. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('webhook_events')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('webhook_ids', 'text', required)
    .addColumn('position', 'bigint', required)
    .addColumn('type', 'text', required)
    .addColumn('subject', 'text', required)
    .addColumn('link', 'text', required)
    .addColumn('data', 'text', required)
    .addColumn('created', 'bigint', required)
    .execute()
  await db.schema.createIndex('webhook_events_position').on('webhook_events').column('position').execute()
}
