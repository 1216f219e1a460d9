import { type Kysely, sql } from 'kysely'
import { required, zeroByDefault } from './columns.ts'

/** Creates webhooks of users and of the platform, their outbox of events, and their deliveries. */
export async function createWebhooks(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('webhooks')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('user_id', 'text', (column) => column.references('users.id').onDelete('cascade'))
    .addColumn('url', 'text', required)
    .addColumn('events', 'text', required)
    .addColumn('format', 'text', required)
    .addColumn('secret', 'text', required)
    .addColumn('old_secret', 'text')
    .addColumn('old_secret_until', 'bigint', zeroByDefault)
    .addColumn('created', 'bigint', required)
    .addColumn('disabled', 'text')
    .addColumn('failures', 'integer', zeroByDefault)
    .addColumn('failing_since', 'bigint')
    .addColumn('rest_until', 'bigint', zeroByDefault)
    .execute()
  await db.schema.createIndex('webhooks_user').on('webhooks').column('user_id').execute()
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
  await createDeliveries(db)
}

/** Creates the waiting deliveries and the log of finished ones. */
async function createDeliveries(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('webhook_deliveries')
    .addColumn('webhook_id', 'text', (column) =>
      column.notNull().references('webhooks.id').onDelete('cascade'),
    )
    .addColumn('id', 'text', required)
    .addColumn('position', 'bigint', required)
    .addColumn('type', 'text', required)
    .addColumn('subject', 'text', required)
    .addColumn('link', 'text', required)
    .addColumn('data', 'text', required)
    .addColumn('created', 'bigint', required)
    .addColumn('expires', 'bigint', required)
    .addColumn('due', 'bigint')
    .addColumn('attempts', 'integer', zeroByDefault)
    .addColumn('attempted', 'bigint')
    .addColumn('delivered', 'integer', zeroByDefault)
    .addColumn('status', 'integer')
    .addColumn('duration', 'integer')
    .addColumn('response', 'text')
    .addColumn('failure', 'text')
    .addPrimaryKeyConstraint('webhook_deliveries_key', ['webhook_id', 'id'])
    .execute()
  await db.schema
    .createIndex('webhook_deliveries_log')
    .on('webhook_deliveries')
    .columns(['webhook_id', 'position'])
    .execute()
  await db.schema
    .createIndex('webhook_deliveries_waiting')
    .on('webhook_deliveries')
    .columns(['webhook_id', 'subject', 'due'])
    .where(sql`due`, 'is not', null)
    .execute()
}
