import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('moderation_actions')
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('number', 'integer', (column) => column.notNull())
    .addColumn('type', 'text', (column) =>
      column.notNull().check(sql`type in ('Warning', 'Ban', 'Termination')`),
    )
    .addColumn('reason', 'text', (column) => column.notNull())
    .addColumn('moderator_id', 'text', (column) => column.notNull())
    .addColumn('created', 'bigint', (column) => column.notNull())
    .addColumn('expires', 'bigint')
    .addColumn('ended', 'bigint')
    .addColumn('ending', 'text')
    .addColumn('ended_by', 'text')
    .addPrimaryKeyConstraint('moderation_actions_key', ['user_id', 'number'])
    .execute()
  // One open action a user, found with the session of every request: this index holds those who are moderated, and no more.
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

  await db.schema
    .createTable('audit_log')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('created', 'bigint', (column) => column.notNull())
    .addColumn('actor_id', 'text', (column) => column.notNull())
    .addColumn('action', 'text', (column) => column.notNull())
    .addColumn('subject', 'text', (column) => column.notNull())
    .addColumn('before', 'text')
    .addColumn('after', 'text')
    .execute()
  await db.schema.createIndex('audit_log_created').on('audit_log').columns(['created', 'id']).execute()
  await db.schema.createIndex('audit_log_subject').on('audit_log').columns(['subject', 'created']).execute()

  await db.schema
    .createIndex('users_staff')
    .on('users')
    .column('permission_level')
    .where(sql.ref('permission_level'), '>', sql.lit(1))
    .execute()
}
