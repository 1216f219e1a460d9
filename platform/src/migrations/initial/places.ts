import { isPostgres } from '@baseplate/storage/database/dialect'
import { type Kysely, sql } from 'kysely'
import { byCodePoint, emptyByDefault, ofPlace, ofUser, required, zeroByDefault } from './columns.ts'

export async function createPlaces(db: Kysely<unknown>): Promise<void> {
  await createPlaceTable(db)
  await indexPlaces(db)
  await createTags(db)
  await createVotes(db)
  await createFavourites(db)
  await createThumbnails(db)
  await createFiles(db)
  await createUploads(db)
  await createLocks(db)
}

/** 1: lists show the place, unless it is taken down. */
const isListed = sql`case
  when private_server = 0 and published is not null and archived is null and deleted is null then 1 else 0
end`

async function createPlaceTable(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('places')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('name', 'text', required)
    .addColumn('name_key', byCodePoint(db), emptyByDefault)
    .addColumn('description', 'text', required)
    .addColumn('description_updated', 'bigint', required)
    .addColumn('owner_id', 'text', required)
    .addColumn('created', 'bigint', required)
    .addColumn('updated', 'bigint', required)
    .addColumn('visibility', 'text', (column) =>
      column.notNull().defaultTo('Visible').check(sql`visibility in ('Visible', 'Moderated')`),
    )
    .addColumn('max_players', 'integer', required)
    .addColumn('private_server', 'integer', required)
    .addColumn('published', 'bigint')
    .addColumn('archived', 'bigint')
    .addColumn('deleted', 'bigint')
    .addColumn('listed', 'integer', (column) => required(column).generatedAlwaysAs(isListed).stored())
    .addColumn('private_ticket', 'text', (column) => column.notNull().unique())
    .addColumn('server_ticket', 'text', (column) => column.notNull().unique())
    .addColumn('dedicated', 'integer', required)
    .addColumn('server_address', 'text', required)
    .addColumn('server_port', 'integer', required)
    .addColumn('server_ping', 'bigint', required)
    .addColumn('data_size', 'bigint')
    .addColumn('data_sha256', 'text')
    .addColumn('data_updated', 'bigint')
    .addColumn('timeline_open', 'integer', zeroByDefault)
    .addColumn('icon', 'text')
    .addColumn('icon_size', 'integer', zeroByDefault)
    .addColumn('genre', 'text', emptyByDefault)
    .addColumn('tags', 'text', emptyByDefault)
    .addColumn('like_count', 'integer', zeroByDefault)
    .addColumn('dislike_count', 'integer', zeroByDefault)
    .addColumn('rating', 'integer', zeroByDefault)
    .addColumn('favourite_count', 'integer', zeroByDefault)
    .addColumn('visits', 'bigint', zeroByDefault)
    .addColumn('visitor_count', 'integer', zeroByDefault)
    .addColumn('played_ms', 'bigint', zeroByDefault)
    .addColumn('ranked_ms', 'bigint', zeroByDefault)
    .addColumn('ranked_likes', 'integer', zeroByDefault)
    .addColumn('ranked_dislikes', 'integer', zeroByDefault)
    .addColumn('popularity', 'integer', zeroByDefault)
    .addColumn('momentum', 'integer', zeroByDefault)
    .addColumn('rising', 'integer', zeroByDefault)
    .execute()
}

async function indexPlaces(db: Kysely<unknown>): Promise<void> {
  await db.schema.createIndex('places_owner').on('places').columns(['owner_id', 'created']).execute()
  const lists = {
    places_new: ['published', 'id'],
    places_rated: ['rating', 'published', 'id'],
    places_named: ['name_key', 'id'],
    // A search reads the names of the most popular places from this index alone.
    places_popular: ['popularity', 'id', 'name_key'],
    places_rising: ['rising', 'published', 'id'],
    places_most_played: ['ranked_ms', 'published', 'id'],
  }
  for (const [index, columns] of Object.entries(lists)) {
    await db.schema
      .createIndex(index)
      .on('places')
      .columns(['listed', ...columns])
      .execute()
  }
  await db.schema
    .createIndex('places_genre')
    .on('places')
    .columns(['listed', 'genre', 'popularity', 'published', 'id'])
    .where(sql.ref('genre'), '<>', sql.lit(''))
    .execute()
  await db.schema
    .createIndex('places_moderated')
    .on('places')
    .column('id')
    .where(sql.ref('visibility'), '=', sql.lit('Moderated'))
    .execute()
  for (const closed of ['archived', 'deleted'])
    await db.schema
      .createIndex(`places_${closed}`)
      .on('places')
      .column(closed)
      .where(sql.ref(closed), 'is not', null)
      .execute()
  // Every heartbeat of a server updates `server_ping`. On PostgreSQL an update of a column with an ordinary index writes to all
  // other indexes as well; a block range index avoids that.
  await (isPostgres(db)
    ? sql`create index places_heard on places using brin (server_ping)`.execute(db)
    : sql`create index places_heard on places (server_ping) where server_ping > 0`.execute(db))
}

/** Each tag repeats the popularity of its place, so that places with a tag are read in order. */
async function createTags(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('place_tags')
    .addColumn('place_id', 'integer', ofPlace)
    .addColumn('tag_key', 'text', required)
    .addColumn('popularity', 'integer', required)
    .addPrimaryKeyConstraint('place_tags_key', ['place_id', 'tag_key'])
    .execute()
  await db.schema
    .createIndex('place_tags_popular')
    .on('place_tags')
    .columns(['tag_key', 'popularity', 'place_id'])
    .execute()
}

async function createVotes(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('place_votes')
    .addColumn('place_id', 'integer', ofPlace)
    .addColumn('user_id', 'text', ofUser)
    .addColumn('vote', 'integer', required)
    .addColumn('ranked', 'integer', zeroByDefault)
    .addPrimaryKeyConstraint('place_votes_key', ['place_id', 'user_id'])
    .execute()
}

async function createFavourites(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('place_favourites')
    .addColumn('place_id', 'integer', ofPlace)
    .addColumn('user_id', 'text', ofUser)
    .addColumn('created', 'bigint', required)
    .addPrimaryKeyConstraint('place_favourites_key', ['place_id', 'user_id'])
    .execute()
  await db.schema
    .createIndex('place_favourites_user')
    .on('place_favourites')
    .columns(['user_id', 'created', 'place_id'])
    .execute()
}

async function createThumbnails(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('place_thumbnails')
    .addColumn('place_id', 'integer', ofPlace)
    .addColumn('number', 'integer', required)
    .addColumn('position', 'integer', required)
    .addColumn('name', 'text', required)
    .addColumn('size', 'integer', required)
    .addPrimaryKeyConstraint('place_thumbnails_key', ['place_id', 'number'])
    .execute()
}

async function createFiles(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('place_files')
    .addColumn('sha256', 'text', (column) => column.primaryKey())
    .addColumn('size', 'bigint', required)
    .execute()
  await db.schema
    .createTable('place_versions')
    .addColumn('place_id', 'integer', ofPlace)
    .addColumn('version', 'integer', required)
    .addColumn('sha256', 'text', (column) => column.notNull().references('place_files.sha256'))
    .addColumn('created', 'bigint', required)
    .addColumn('user_id', 'text', required)
    .addColumn('restored_from', 'integer')
    .addPrimaryKeyConstraint('place_versions_key', ['place_id', 'version'])
    .execute()
  await db.schema.createIndex('place_versions_file').on('place_versions').column('sha256').execute()
  // Every version that a place has had. `place_versions` has only the versions whose files are kept.
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
}

/** Uploads of place files that may take several requests. */
async function createUploads(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('uploads')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('user_id', 'text', ofUser)
    .addColumn('place_id', 'integer', ofPlace)
    .addColumn('size', 'integer', required)
    .addColumn('received', 'integer', required)
    .addColumn('sha256', 'text')
    .addColumn('version', 'integer')
    .addColumn('notes', 'text', required)
    .addColumn('created', 'bigint', required)
    .addColumn('published', 'integer')
    .execute()
  await db.schema.createIndex('uploads_user').on('uploads').column('user_id').execute()
  await db.schema.createIndex('uploads_place').on('uploads').column('place_id').execute()
  await db.schema.createIndex('uploads_created').on('uploads').column('created').execute()
  await db.schema
    .createTable('upload_parts')
    .addColumn('upload_id', 'text', (column) => column.notNull().references('uploads.id').onDelete('cascade'))
    .addColumn('start', 'integer', required)
    .addColumn('size', 'integer', required)
    .addColumn('name', 'text', (column) => column.notNull().unique())
    .addPrimaryKeyConstraint('upload_parts_key', ['upload_id', 'start'])
    .execute()
}

/** Settings that moderators changed, which the owner cannot change while the place is taken down. */
async function createLocks(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('place_locks')
    .addColumn('place_id', 'integer', ofPlace)
    .addColumn('setting', 'text', required)
    .addPrimaryKeyConstraint('place_locks_key', ['place_id', 'setting'])
    .execute()
}
