import { type Kysely, sql } from 'kysely'

/** Moderators leave each other a note; whoever is kept out may appeal once against each thing that keeps them out. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('moderation_actions')
    .addColumn('note', 'text', (column) => column.notNull().defaultTo(''))
    .execute()

  await db.schema
    .createTable('appeals')
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('number', 'integer', (column) => column.notNull())
    .addColumn('created', 'bigint', (column) => column.notNull())
    .addColumn('text', 'text', (column) => column.notNull())
    .addColumn('decided', 'bigint')
    .addColumn('decision', 'text')
    .addColumn('answer', 'text', (column) => column.notNull().defaultTo(''))
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
