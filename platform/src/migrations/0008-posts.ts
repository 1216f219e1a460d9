import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('posts')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('author_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('created', 'bigint', (column) => column.notNull())
    .addColumn('visibility', 'text', (column) =>
      column.notNull().check(sql`visibility in ('Visible', 'Moderated', 'Deleted')`),
    )
    .execute()
  // Ids are in the order of time. What everybody sees of a profile, and the newest of each of thousands of people:
  await db.schema
    .createIndex('posts_visible')
    .on('posts')
    .columns(['author_id', 'id'])
    .where(sql.ref('visibility'), '=', sql.lit('Visible'))
    .execute()
  await db.schema.createIndex('posts_author').on('posts').columns(['author_id', 'id']).execute()

  await db.schema
    .createTable('post_versions')
    .addColumn('post_id', 'text', (column) => column.notNull().references('posts.id').onDelete('cascade'))
    .addColumn('number', 'integer', (column) => column.notNull())
    .addColumn('text', 'text', (column) => column.notNull())
    .addColumn('created', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('post_versions_key', ['post_id', 'number'])
    .execute()

  await db.schema
    .createTable('profile_styles')
    .addColumn('user_id', 'text', (column) => column.primaryKey().references('users.id').onDelete('cascade'))
    .addColumn('css', 'text', (column) => column.notNull())
    .addColumn('hash', 'text', (column) => column.notNull())
    .addColumn('updated', 'bigint', (column) => column.notNull())
    .addColumn('draft', 'text', (column) => column.notNull())
    .execute()
}
