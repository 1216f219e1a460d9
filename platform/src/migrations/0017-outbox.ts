import type { Kysely } from 'kysely'
import { required } from './initial/columns.ts'

/** Mail that waits for its delivery. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('mails')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('recipient', 'text', required)
    .addColumn('subject', 'text', required)
    .addColumn('text', 'text', required)
    .addColumn('html', 'text', required)
    .addColumn('created', 'bigint', required)
    .addColumn('due', 'bigint', required)
    .addColumn('attempts', 'integer', required)
    .execute()
  await db.schema.createIndex('mails_due').on('mails').column('due').execute()
}
