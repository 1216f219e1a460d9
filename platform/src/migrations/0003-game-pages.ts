import { type Kysely, sql } from 'kysely'
import { emptyByDefault, ofPlace, ofUser, required, zeroByDefault } from './initial/columns.ts'

export async function up(db: Kysely<unknown>): Promise<void> {
  await createComments(db)
  await createUpdates(db)
  await createLine(db)
  await createPlays(db)
}

/** Comments on places and on their updates. */
async function createComments(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('place_comments')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('place_id', 'integer', ofPlace)
    .addColumn('version', 'integer', zeroByDefault)
    .addColumn('author_id', 'text', ofUser)
    .addColumn('parent_id', 'text', (column) => column.references('place_comments.id').onDelete('cascade'))
    .addColumn('root_id', 'text', (column) => column.references('place_comments.id').onDelete('cascade'))
    .addColumn('depth', 'integer', required)
    .addColumn('content', 'text', required)
    .addColumn('created', 'bigint', required)
    .addColumn('visibility', 'text', (column) =>
      column.notNull().check(sql`visibility in ('Visible', 'Moderated', 'Deleted')`),
    )
    .execute()
  const indexes = {
    place_comments_place: ['place_id', 'version', 'depth', 'id'],
    place_comments_root: ['root_id', 'id'],
    place_comments_parent: ['parent_id'],
    place_comments_author: ['author_id', 'id'],
  }
  for (const [name, columns] of Object.entries(indexes))
    await db.schema.createIndex(name).on('place_comments').columns(columns).execute()
}

/** Every version that a place has had. `place_versions` has only those whose files are kept. */
async function createUpdates(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('place_updates')
    .addColumn('place_id', 'integer', ofPlace)
    .addColumn('version', 'integer', required)
    .addColumn('created', 'bigint', required)
    .addColumn('restored_from', 'integer')
    .addColumn('notes', 'text', emptyByDefault)
    .addColumn('notes_updated', 'bigint')
    .addPrimaryKeyConstraint('place_updates_key', ['place_id', 'version'])
    .execute()
  await sql`create index place_updates_noted on place_updates (place_id, version) where notes <> ''`.execute(
    db,
  )
  await sql`insert into place_updates (place_id, version, created, restored_from)
    select place_id, version, created, restored_from from place_versions`.execute(db)
  await db.schema.alterTable('places').addColumn('timeline_open', 'integer', zeroByDefault).execute()
}

async function createLine(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('place_line')
    .addColumn('user_id', 'text', (column) => column.primaryKey().references('users.id').onDelete('cascade'))
    .addColumn('place_id', 'integer', ofPlace)
    .addColumn('joined', 'bigint', required)
    .addColumn('renewed', 'bigint', required)
    .execute()
  await db.schema.createIndex('place_line_order').on('place_line').columns(['place_id', 'joined']).execute()
}

async function createPlays(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('place_plays')
    .addColumn('place_id', 'integer', ofPlace)
    .addColumn('day', 'integer', required)
    .addColumn('version', 'integer', required)
    .addColumn('sessions', 'integer', zeroByDefault)
    .addColumn('played_ms', 'bigint', zeroByDefault)
    .addPrimaryKeyConstraint('place_plays_key', ['place_id', 'day', 'version'])
    .execute()
}
