import { type Kysely, sql } from 'kysely'
import { emptyByDefault, ofUser, oneOfUser, required, zeroByDefault } from './initial/columns.ts'

/** Settings of notifications, and the mail that waits. Accounts without rows have the defaults of `settings/rules.ts`. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('notifications')
    .addColumn('listed', 'integer', (column) => column.notNull().defaultTo(1))
    .execute()
  await db.schema.alterTable('notifications').addColumn('subject', 'text').execute()
  await db.schema
    .createIndex('notifications_subject')
    .on('notifications')
    .column('subject')
    .where(sql.ref('subject'), 'is not', null)
    .execute()
  await db.schema.alterTable('mails').addColumn('unsubscribe', 'text', emptyByDefault).execute()
  await createSettings(db)
  await createMails(db)
}

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
