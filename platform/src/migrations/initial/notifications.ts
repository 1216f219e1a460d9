import { type Kysely, sql } from 'kysely'
import { ofUser, oneOfUser, required, userOrNull, zeroByDefault } from './columns.ts'

export async function createNotifications(db: Kysely<unknown>): Promise<void> {
  await createInboxes(db)
  await createSettings(db)
  await createMails(db)
  await createPushes(db)
}

async function createInboxes(db: Kysely<unknown>): Promise<void> {
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
    .addColumn('subject', 'text')
    .addColumn('link', 'text', required)
    .addColumn('listed', 'integer', (column) => column.notNull().defaultTo(1))
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
  await db.schema
    .createIndex('notifications_subject')
    .on('notifications')
    .column('subject')
    .where(sql.ref('subject'), 'is not', null)
    .execute()
}

/** Accounts without rows have the defaults of `notifications/settings/rules.ts`. */
async function createSettings(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('notification_choices')
    .addColumn('user_id', 'text', ofUser)
    .addColumn('kind', 'text', required)
    .addColumn('site', 'integer', required)
    .addColumn('mail', 'text', required)
    .addColumn('push', 'integer', required)
    .addPrimaryKeyConstraint('notification_choices_key', ['user_id', 'kind'])
    .execute()
  await db.schema
    .createTable('notification_schedules')
    .addColumn('user_id', 'text', oneOfUser)
    .addColumn('time_zone', 'text')
    .addColumn('quiet_from', 'integer')
    .addColumn('quiet_to', 'integer')
    .addColumn('last_mail', 'bigint', zeroByDefault)
    .execute()
}

/** Notifications that wait for a mail. */
async function createMails(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('notification_mails')
    .addColumn('user_id', 'text', ofUser)
    .addColumn('notification_id', 'bigint', required)
    .addColumn('digest', 'integer', required)
    .addColumn('due', 'bigint', required)
    .addPrimaryKeyConstraint('notification_mails_key', ['user_id', 'notification_id'])
    .addForeignKeyConstraint(
      'notification_mails_notification',
      ['user_id', 'notification_id'],
      'notifications',
      ['user_id', 'id'],
      (constraint) => constraint.onDelete('cascade'),
    )
    .execute()
  await db.schema.createIndex('notification_mails_due').on('notification_mails').column('due').execute()
}

/** Browsers that get notifications by Web Push, and the pushes that wait for their delivery. */
async function createPushes(db: Kysely<unknown>): Promise<void> {
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
