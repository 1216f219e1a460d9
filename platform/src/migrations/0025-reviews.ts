import { type Kysely, sql } from 'kysely'

/** The order of what waits for approval, who looks at it, appeals of those who made it, and what is taken off everybody. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await orderWaiting(db)
  await numberRefusals(db)
  await createAppeals(db)
  await createHolds(db)
  await createPurges(db)
}

/** What waits is in the order in which it came, also with a file that was replaced long after it was made. */
async function orderWaiting(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('assets')
    .addColumn('waiting_since', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute()
  await sql`update assets set waiting_since = created where visibility = 'Pending'`.execute(db)
  await db.schema.dropIndex('assets_pending').execute()
  await db.schema
    .createIndex('assets_waiting')
    .on('assets')
    .columns(['waiting_since', 'id'])
    .where(sql.ref('visibility'), '=', sql.lit('Pending'))
    .execute()
}

/** Everything that is moderated has a refusal, also what was moderated without a word. */
async function numberRefusals(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('asset_refusals')
    .addColumn('number', 'integer', (column) => column.notNull().defaultTo(1))
    .execute()
  await db.schema.alterTable('asset_refusals').addColumn('moderator_id', 'text').execute()
  await sql`insert into asset_refusals (asset_id, reason, created)
    select id, '', updated from assets where visibility = 'Moderated'
      and not exists (select 1 from asset_refusals where asset_id = assets.id)
      and not exists (select 1 from asset_parts where image_id = assets.id)`.execute(db)
  await sql`update asset_refusals set moderator_id = (
    select actor_id from audit_log
    where subject = 'asset:' || asset_refusals.asset_id and action in ('refuseasset', 'moderateasset')
    order by created desc limit 1)`.execute(db)
}

async function createAppeals(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('asset_appeals')
    .addColumn('asset_id', 'integer', (column) =>
      column.notNull().references('assets.id').onDelete('cascade'),
    )
    .addColumn('number', 'integer', (column) => column.notNull())
    .addColumn('created', 'bigint', (column) => column.notNull())
    .addColumn('text', 'text', (column) => column.notNull())
    .addColumn('decided', 'bigint')
    .addColumn('decision', 'text')
    .addColumn('answer', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('decided_by', 'text')
    .addPrimaryKeyConstraint('asset_appeals_key', ['asset_id', 'number'])
    .execute()
  await db.schema
    .createIndex('asset_appeals_open')
    .on('asset_appeals')
    .columns(['created', 'asset_id'])
    .where(sql.ref('decided'), 'is', null)
    .execute()
  await db.schema
    .createIndex('asset_appeals_decided')
    .on('asset_appeals')
    .columns(['decided', 'asset_id'])
    .where(sql.ref('decided'), 'is not', null)
    .execute()
}

async function createHolds(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('review_holds')
    .addColumn('asset_id', 'integer', (column) =>
      column.primaryKey().references('assets.id').onDelete('cascade'),
    )
    .addColumn('holder_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('until', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('review_holds_holder').on('review_holds').column('holder_id').execute()
}

async function createPurges(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('asset_purges')
    .addColumn('asset_id', 'integer', (column) =>
      column.notNull().references('assets.id').onDelete('cascade'),
    )
    .addColumn('step', 'text', (column) => column.notNull())
    .addColumn('position', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('asset_purges_key', ['asset_id', 'step'])
    .execute()
  // Who wears something.
  await db.schema.createIndex('worn_items_asset').on('worn_items').columns(['asset_id', 'user_id']).execute()
}
