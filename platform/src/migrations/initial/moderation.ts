import { type Kysely, sql } from 'kysely'
import { emptyByDefault, ofUser, oneOfAsset, required, zeroByDefault } from './columns.ts'

export async function createModeration(db: Kysely<unknown>): Promise<void> {
  await createTakedowns(db)
  await createAppeals(db)
  await createReports(db)
  await createReviewHolds(db)
}

/** Content is in several tables, so its id is no foreign key. */
async function createTakedowns(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('takedowns')
    .addColumn('content_type', 'text', (column) =>
      column
        .notNull()
        .check(sql`content_type in ('asset', 'place', 'post', 'comment', 'group', 'description', 'styling')`),
    )
    .addColumn('content_id', 'text', required)
    .addColumn('number', 'integer', required)
    .addColumn('created', 'bigint', required)
    .addColumn('reason', 'text', required)
    .addColumn('rejected', 'integer', zeroByDefault)
    .addColumn('moderator_id', 'text', required)
    .addColumn('owner_id', 'text')
    .addColumn('ended', 'bigint')
    .addPrimaryKeyConstraint('takedowns_key', ['content_type', 'content_id', 'number'])
    .execute()
  // Allows one takedown in force per content.
  await db.schema
    .createIndex('takedowns_open')
    .on('takedowns')
    .columns(['content_type', 'content_id'])
    .unique()
    .where(sql.ref('ended'), 'is', null)
    .execute()
  await db.schema
    .createIndex('takedowns_in_force')
    .on('takedowns')
    .columns(['content_type', 'created', 'content_id'])
    .where(sql.ref('ended'), 'is', null)
    .execute()
}

/** The subject of an appeal is a user or content. */
async function createAppeals(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('appeals')
    .addColumn('subject_type', 'text', required)
    .addColumn('subject_id', 'text', required)
    .addColumn('number', 'integer', required)
    .addColumn('author_id', 'text', ofUser)
    .addColumn('created', 'bigint', required)
    .addColumn('text', 'text', required)
    .addColumn('decided', 'bigint')
    .addColumn('decision', 'text')
    .addColumn('answer', 'text', emptyByDefault)
    .addColumn('decided_by', 'text')
    .addPrimaryKeyConstraint('appeals_key', ['subject_type', 'subject_id', 'number'])
    .execute()
  await db.schema
    .createIndex('appeals_open')
    .on('appeals')
    .columns(['subject_type', 'created', 'subject_id'])
    .where(sql.ref('decided'), 'is', null)
    .execute()
  await db.schema
    .createIndex('appeals_decided')
    .on('appeals')
    .columns(['subject_type', 'decided', 'subject_id'])
    .where(sql.ref('decided'), 'is not', null)
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
    .addColumn('priority', 'integer', required)
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
  await db.schema
    .createIndex('reports_open_urgent')
    .on('reports')
    .columns(['priority', 'created', 'id'])
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

async function createReviewHolds(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('review_claims')
    .addColumn('asset_id', 'integer', oneOfAsset)
    .addColumn('holder_id', 'text', ofUser)
    .addColumn('until', 'bigint', required)
    .execute()
  await db.schema.createIndex('review_claims_holder').on('review_claims').column('holder_id').execute()
}
