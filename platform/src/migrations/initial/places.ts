import { type Kysely, sql } from 'kysely'
import { isPostgres } from '../../foundation/database/dialect.ts'
import { byCodePoint, emptyByDefault, ofPlace, ofUser, required, zeroByDefault } from './columns.ts'

export async function createPlaces(db: Kysely<unknown>): Promise<void> {
  await createPlaceTable(db)
  await indexPlaces(db)
  await createVotes(db)
  await createPlaySessions(db)
  await createFiles(db)
  await createThumbnails(db)
  await createServerRuns(db)
}

async function createPlaceTable(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('places')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('name', 'text', required)
    .addColumn('description', 'text', required)
    .addColumn('description_updated', 'bigint', required)
    .addColumn('owner_id', 'text', required)
    .addColumn('created', 'bigint', required)
    .addColumn('updated', 'bigint', required)
    .addColumn('max_players', 'integer', required)
    .addColumn('private_server', 'integer', required)
    .addColumn('private_ticket', 'text', (column) => column.notNull().unique())
    .addColumn('server_ticket', 'text', (column) => column.notNull().unique())
    .addColumn('dedicated', 'integer', required)
    .addColumn('server_address', 'text', required)
    .addColumn('server_port', 'integer', required)
    .addColumn('server_ping', 'bigint', required)
    .addColumn('data_size', 'bigint')
    .addColumn('data_sha256', 'text')
    .addColumn('data_updated', 'bigint')
    .addColumn('icon', 'text')
    .addColumn('like_count', 'integer', zeroByDefault)
    .addColumn('dislike_count', 'integer', zeroByDefault)
    .addColumn('rating', 'integer', zeroByDefault)
    .addColumn('name_key', byCodePoint(db), emptyByDefault)
    .addColumn('visibility', 'text', (column) =>
      column.notNull().defaultTo('Visible').check(sql`visibility in ('Visible', 'Moderated')`),
    )
    .addColumn('icon_size', 'integer', zeroByDefault)
    .execute()
}

async function indexPlaces(db: Kysely<unknown>): Promise<void> {
  await db.schema.createIndex('places_owner').on('places').columns(['owner_id', 'created']).execute()
  const lists = { places_new: ['created'], places_rated: ['rating', 'created'], places_named: ['name_key'] }
  for (const [index, columns] of Object.entries(lists)) {
    await db.schema
      .createIndex(index)
      .on('places')
      .columns(['private_server', ...columns, 'id'])
      .execute()
  }
  await db.schema
    .createIndex('places_moderated')
    .on('places')
    .column('id')
    .where(sql.ref('visibility'), '=', sql.lit('Moderated'))
    .execute()
  // Every heartbeat of a server updates `server_ping`. On PostgreSQL an update of a column with an ordinary index writes to all
  // other indexes as well; a block range index avoids that.
  await (isPostgres(db)
    ? sql`create index places_heard on places using brin (server_ping)`.execute(db)
    : sql`create index places_heard on places (server_ping) where server_ping > 0`.execute(db))
}

async function createVotes(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('place_votes')
    .addColumn('place_id', 'integer', ofPlace)
    .addColumn('user_id', 'text', ofUser)
    .addColumn('vote', 'integer', required)
    .addPrimaryKeyConstraint('place_votes_key', ['place_id', 'user_id'])
    .execute()
}

async function createPlaySessions(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('playing_records')
    .addColumn('ticket', 'text', (column) => column.primaryKey())
    .addColumn('place_id', 'integer', ofPlace)
    .addColumn('user_id', 'text', ofUser)
    .addColumn('created', 'bigint', required)
    .addColumn('started', 'bigint')
    .addColumn('ended', 'bigint')
    .addColumn('last_ping', 'bigint', required)
    .execute()
  // Allows one open session per user. Leaves `started` out, so that the start of a game does not update this index.
  await db.schema
    .createIndex('playing_records_open')
    .on('playing_records')
    .column('user_id')
    .unique()
    .where(sql.ref('ended'), 'is', null)
    .execute()
  await db.schema
    .createIndex('playing_records_playing')
    .on('playing_records')
    .columns(['place_id', 'last_ping'])
    .where(sql.ref('started'), 'is not', null)
    .where(sql.ref('ended'), 'is', null)
    .execute()
  // A join counts the open sessions of its place, including tickets that were not spent.
  await db.schema
    .createIndex('playing_records_seats')
    .on('playing_records')
    .column('place_id')
    .where(sql.ref('ended'), 'is', null)
    .execute()
  await db.schema.createIndex('playing_records_created').on('playing_records').column('created').execute()
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

/** Starts of dedicated servers. Each run has its own ticket. */
async function createServerRuns(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('server_runs')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('place_id', 'integer', ofPlace)
    .addColumn('ticket', 'text', (column) => column.notNull().unique())
    .addColumn('created', 'bigint', required)
    .addColumn('last_ping', 'bigint', required)
    .execute()
}
