import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('inboxes')
    .addColumn('user_id', 'text', (column) => column.primaryKey().references('users.id').onDelete('cascade'))
    .addColumn('last_id', 'bigint', (column) => column.notNull())
    .addColumn('unread', 'bigint', (column) => column.notNull())
    .addColumn('read_to', 'bigint', (column) => column.notNull())
    .addColumn('version', 'bigint', (column) => column.notNull())
    .execute()

  await db.schema
    .createTable('notifications')
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('id', 'bigint', (column) => column.notNull())
    .addColumn('type', 'text', (column) => column.notNull())
    .addColumn('note', 'text', (column) => column.notNull())
    .addColumn('sender_id', 'text', (column) => column.references('users.id').onDelete('set null'))
    .addColumn('link', 'text', (column) => column.notNull())
    .addColumn('read', 'integer', (column) => column.notNull())
    .addColumn('created', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('notifications_key', ['user_id', 'id'])
    .execute()
  await db.schema
    .createIndex('notifications_sender')
    .on('notifications')
    .columns(['sender_id', 'user_id', 'type', 'id'])
    .execute()
  await db.schema
    .createIndex('notifications_created')
    .on('notifications')
    .columns(['created', 'user_id', 'id'])
    .execute()
}
