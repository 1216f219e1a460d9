import { type Kysely, sql } from 'kysely'
import { emptyByDefault, ofAsset, ofPlace, ofUser, oneOfAsset, required } from './columns.ts'

export async function createModeration(db: Kysely<unknown>): Promise<void> {
  await createActions(db)
  await createAppeals(db)
  await createReports(db)
  await createRefusals(db)
  await createReviews(db)
  await createTakedowns(db)
}

async function createActions(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('moderation_actions')
    .addColumn('user_id', 'text', ofUser)
    .addColumn('number', 'integer', required)
    .addColumn('type', 'text', (column) =>
      column.notNull().check(sql`type in ('Warning', 'Ban', 'Termination')`),
    )
    .addColumn('reason', 'text', required)
    .addColumn('moderator_id', 'text', required)
    .addColumn('created', 'bigint', required)
    .addColumn('expires', 'bigint')
    .addColumn('ended', 'bigint')
    .addColumn('ending', 'text')
    .addColumn('ended_by', 'text')
    .addColumn('note', 'text', emptyByDefault)
    .addPrimaryKeyConstraint('moderation_actions_key', ['user_id', 'number'])
    .execute()
  // Allows one open action per user. Every request reads it with its session, so the index holds open actions only.
  await db.schema
    .createIndex('moderation_actions_open')
    .on('moderation_actions')
    .column('user_id')
    .unique()
    .where(sql.ref('ended'), 'is', null)
    .execute()
  await db.schema
    .createIndex('moderation_actions_in_force')
    .on('moderation_actions')
    .columns(['created', 'user_id'])
    .where(sql.ref('ended'), 'is', null)
    .execute()
}

async function createAppeals(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('appeals')
    .addColumn('user_id', 'text', ofUser)
    .addColumn('number', 'integer', required)
    .addColumn('created', 'bigint', required)
    .addColumn('text', 'text', required)
    .addColumn('decided', 'bigint')
    .addColumn('decision', 'text')
    .addColumn('answer', 'text', emptyByDefault)
    .addColumn('decided_by', 'text')
    .addPrimaryKeyConstraint('appeals_key', ['user_id', 'number'])
    .execute()
  await db.schema
    .createIndex('appeals_open')
    .on('appeals')
    .columns(['created', 'user_id'])
    .where(sql.ref('decided'), 'is', null)
    .execute()
}

async function createReports(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('reports')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('created', 'bigint', required)
    .addColumn('reporter_id', 'text', ofUser)
    .addColumn('type', 'text', (column) =>
      column.notNull().check(sql`type in ('user', 'post', 'comment', 'place', 'asset', 'group')`),
    )
    .addColumn('subject_id', 'text', required)
    .addColumn('subject_user_id', 'text')
    .addColumn('category', 'text', required)
    .addColumn('note', 'text', required)
    .addColumn('link', 'text', required)
    .addColumn('address', 'text', required)
    .addColumn('title', 'text', required)
    .addColumn('text', 'text', required)
    .addColumn('assignee_id', 'text')
    .addColumn('closed', 'bigint')
    .addColumn('outcome', 'text')
    .addColumn('closing_note', 'text', emptyByDefault)
    .execute()
  // Allows one open report per reporter and subject.
  await db.schema
    .createIndex('reports_open_once')
    .on('reports')
    .columns(['reporter_id', 'type', 'subject_id'])
    .unique()
    .where(sql.ref('closed'), 'is', null)
    .execute()
  await db.schema
    .createIndex('reports_open')
    .on('reports')
    .columns(['created', 'id'])
    .where(sql.ref('closed'), 'is', null)
    .execute()
  const lists = {
    reports_created: ['created', 'id'],
    reports_reporter: ['reporter_id', 'created', 'id'],
    reports_about: ['subject_user_id', 'created', 'id'],
    reports_subject: ['type', 'subject_id'],
  }
  for (const [index, columns] of Object.entries(lists)) {
    await db.schema.createIndex(index).on('reports').columns(columns).execute()
  }
}

/** Refusals of assets, and the creators' appeals against them. */
async function createRefusals(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('asset_refusals')
    .addColumn('asset_id', 'integer', oneOfAsset)
    .addColumn('reason', 'text', required)
    .addColumn('created', 'bigint', required)
    .addColumn('number', 'integer', (column) => column.notNull().defaultTo(1))
    .addColumn('moderator_id', 'text')
    .execute()
  await db.schema
    .createTable('asset_appeals')
    .addColumn('asset_id', 'integer', ofAsset)
    .addColumn('number', 'integer', required)
    .addColumn('created', 'bigint', required)
    .addColumn('text', 'text', required)
    .addColumn('decided', 'bigint')
    .addColumn('decision', 'text')
    .addColumn('answer', 'text', emptyByDefault)
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

async function createReviews(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('review_holds')
    .addColumn('asset_id', 'integer', oneOfAsset)
    .addColumn('holder_id', 'text', ofUser)
    .addColumn('until', 'bigint', required)
    .execute()
  await db.schema.createIndex('review_holds_holder').on('review_holds').column('holder_id').execute()
  await db.schema
    .createTable('asset_purges')
    .addColumn('asset_id', 'integer', ofAsset)
    .addColumn('step', 'text', required)
    .addColumn('position', 'text', required)
    .addPrimaryKeyConstraint('asset_purges_key', ['asset_id', 'step'])
    .execute()
}

async function createTakedowns(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('place_takedowns')
    .addColumn('place_id', 'integer', ofPlace)
    .addColumn('number', 'integer', required)
    .addColumn('created', 'bigint', required)
    .addColumn('reason', 'text', required)
    .addColumn('moderator_id', 'text', required)
    .addColumn('ended', 'bigint')
    .addColumn('appealed', 'bigint')
    .addColumn('appeal', 'text')
    .addColumn('decided', 'bigint')
    .addColumn('decision', 'text')
    .addColumn('answer', 'text', emptyByDefault)
    .addColumn('decided_by', 'text')
    .addPrimaryKeyConstraint('place_takedowns_key', ['place_id', 'number'])
    .execute()
  await indexTakedowns(db)
  await db.schema
    .createTable('place_locks')
    .addColumn('place_id', 'integer', ofPlace)
    .addColumn('setting', 'text', required)
    .addPrimaryKeyConstraint('place_locks_key', ['place_id', 'setting'])
    .execute()
}

async function indexTakedowns(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createIndex('place_takedowns_open')
    .on('place_takedowns')
    .column('place_id')
    .unique()
    .where(sql.ref('ended'), 'is', null)
    .execute()
  await db.schema
    .createIndex('place_takedowns_in_force')
    .on('place_takedowns')
    .columns(['created', 'place_id'])
    .where(sql.ref('ended'), 'is', null)
    .execute()
  await db.schema
    .createIndex('place_takedowns_appealed')
    .on('place_takedowns')
    .columns(['appealed', 'place_id'])
    .where(sql<boolean>`appealed is not null and decided is null`)
    .execute()
  await db.schema
    .createIndex('place_takedowns_decided')
    .on('place_takedowns')
    .columns(['decided', 'place_id', 'number'])
    .where(sql.ref('decided'), 'is not', null)
    .execute()
}
