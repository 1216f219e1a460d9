import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('reports')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('created', 'bigint', (column) => column.notNull())
    .addColumn('reporter_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('type', 'text', (column) =>
      column.notNull().check(sql`type in ('user', 'post', 'comment', 'place', 'asset')`),
    )
    .addColumn('subject_id', 'text', (column) => column.notNull())
    .addColumn('subject_user_id', 'text')
    .addColumn('category', 'text', (column) => column.notNull())
    .addColumn('note', 'text', (column) => column.notNull())
    .addColumn('link', 'text', (column) => column.notNull())
    .addColumn('address', 'text', (column) => column.notNull())
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('text', 'text', (column) => column.notNull())
    .addColumn('assignee_id', 'text')
    .addColumn('closed', 'bigint')
    .addColumn('outcome', 'text')
    .addColumn('closing_note', 'text', (column) => column.notNull().defaultTo(''))
    .execute()
  // Of one person about one thing, one report at most is open.
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
