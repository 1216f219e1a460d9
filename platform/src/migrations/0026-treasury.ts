import type { Kysely } from 'kysely'

/** What administrators mint; and the list of renders in the order in which they were asked for. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('mints')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('administrator_id', 'text', (column) =>
      column.notNull().references('users.id').onDelete('cascade'),
    )
    .addColumn('recipient_id', 'text', (column) =>
      column.notNull().references('users.id').onDelete('cascade'),
    )
    .addColumn('amount', 'bigint', (column) => column.notNull())
    .addColumn('note', 'text', (column) => column.notNull())
    .addColumn('created', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('mints_created').on('mints').column('created').execute()
  await db.schema
    .createIndex('renders_asked')
    .on('renders')
    .columns(['state', 'requested', 'subject'])
    .execute()
}
