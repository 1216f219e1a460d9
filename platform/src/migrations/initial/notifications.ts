import type { Kysely } from 'kysely'
import { ofUser, oneOfUser, required, userOrNull } from './columns.ts'

export async function createNotifications(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('inboxes')
    .addColumn('user_id', 'text', oneOfUser)
    .addColumn('last_id', 'bigint', required)
    .addColumn('unread', 'bigint', required)
    .addColumn('read_to', 'bigint', required)
    .addColumn('version', 'bigint', required)
    .execute()
  await db.schema
    .createTable('notifications')
    .addColumn('user_id', 'text', ofUser)
    .addColumn('id', 'bigint', required)
    .addColumn('type', 'text', required)
    .addColumn('event', 'text', required)
    .addColumn('details', 'text', required)
    .addColumn('sender_id', 'text', userOrNull)
    .addColumn('link', 'text', required)
    .addColumn('read', 'integer', required)
    .addColumn('created', 'bigint', required)
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
