import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('renders')
    .addColumn('subject', 'text', (column) => column.primaryKey())
    .addColumn('render_id', 'text', (column) => column.notNull().unique())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('priority', 'integer', (column) => column.notNull())
    .addColumn('attempts', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('requested', 'bigint', (column) => column.notNull())
    .addColumn('due', 'bigint', (column) => column.notNull())
    .addColumn('finished', 'bigint')
    .addColumn('reason', 'text')
    .execute()
  // By state first: what is done, nearly all of them, is nobody's business any more.
  await db.schema
    .createIndex('renders_queue')
    .on('renders')
    .columns(['state', 'priority', 'requested'])
    .execute()
}
