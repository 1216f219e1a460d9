import type { Kysely } from 'kysely'
import { ofUser, required, zeroByDefault } from './initial/columns.ts'

/** Browsers that get notifications by Web Push, and the pushes that wait for their delivery. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('push_subscriptions')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('user_id', 'text', ofUser)
    .addColumn('session', 'text', required)
    .addColumn('device', 'text', required)
    .addColumn('endpoint', 'text', required)
    .addColumn('p256dh', 'text', required)
    .addColumn('auth', 'text', required)
    .addColumn('created', 'bigint', required)
    .execute()
  await db.schema.createIndex('push_subscriptions_user').on('push_subscriptions').column('user_id').execute()
  await db.schema
    .createTable('notification_pushes')
    .addColumn('subscription_id', 'text', (column) =>
      column.notNull().references('push_subscriptions.id').onDelete('cascade'),
    )
    .addColumn('user_id', 'text', ofUser)
    .addColumn('notification_id', 'bigint', required)
    .addColumn('created', 'bigint', required)
    .addColumn('due', 'bigint', required)
    .addColumn('attempts', 'integer', zeroByDefault)
    .addPrimaryKeyConstraint('notification_pushes_key', ['subscription_id', 'notification_id'])
    .addForeignKeyConstraint(
      'notification_pushes_notification',
      ['user_id', 'notification_id'],
      'notifications',
      ['user_id', 'id'],
      (constraint) => constraint.onDelete('cascade'),
    )
    .execute()
  await db.schema.createIndex('notification_pushes_due').on('notification_pushes').column('due').execute()
  await db.schema
    .createIndex('notification_pushes_notification')
    .on('notification_pushes')
    .columns(['user_id', 'notification_id'])
    .execute()
}
