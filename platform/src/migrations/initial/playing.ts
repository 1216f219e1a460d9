import { type Kysely, sql } from 'kysely'
import { calendarUnit, ofPlace, ofUser, oneOfUser, required, userOrNull, zeroByDefault } from './columns.ts'

/** Creates the tables of players in places, of game servers, and of statistics. */
export async function createPlaying(db: Kysely<unknown>): Promise<void> {
  await createRecords(db)
  await indexUncounted(db)
  await createWaysIn(db)
  await createServerRuns(db)
  await createHistory(db)
  await createStatistics(db)
}

/** `tallied`: 0 until the visit is counted, 1 until the played time is counted, then 2. `ranked`: 1 once rankings count it or not. */
async function createRecords(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('playing_records')
    .addColumn('ticket', 'text', (column) => column.primaryKey())
    .addColumn('place_id', 'integer', ofPlace)
    .addColumn('user_id', 'text', ofUser)
    .addColumn('created', 'bigint', required)
    .addColumn('started', 'bigint')
    .addColumn('ended', 'bigint')
    .addColumn('last_ping', 'bigint', required)
    .addColumn('tallied', 'integer', zeroByDefault)
    .addColumn('ranked', 'integer', zeroByDefault)
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

async function indexUncounted(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createIndex('playing_records_uncounted')
    .on('playing_records')
    .column('started')
    .where(sql.ref('started'), 'is not', null)
    .where(sql.ref('tallied'), '=', sql.lit(0))
    .execute()
  await db.schema
    .createIndex('playing_records_unranked')
    .on('playing_records')
    .column('started')
    .where(sql.ref('started'), 'is not', null)
    .where(sql.ref('ranked'), '=', sql.lit(0))
    .execute()
  await db.schema
    .createIndex('playing_records_unmeasured')
    .on('playing_records')
    .column('ended')
    .where(sql.ref('ended'), 'is not', null)
    .where(sql.ref('tallied'), '=', sql.lit(1))
    .execute()
}

/** Private links that players have joined with, and players who wait for a seat. */
async function createWaysIn(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('private_links')
    .addColumn('user_id', 'text', ofUser)
    .addColumn('place_id', 'integer', ofPlace)
    .addColumn('ticket', 'text', required)
    .addPrimaryKeyConstraint('private_links_key', ['user_id', 'place_id'])
    .execute()
  await db.schema.createIndex('private_links_place').on('private_links').column('place_id').execute()
  await db.schema
    .createTable('place_line')
    .addColumn('user_id', 'text', oneOfUser)
    .addColumn('place_id', 'integer', ofPlace)
    .addColumn('joined', 'bigint', required)
    .addColumn('renewed', 'bigint', required)
    .execute()
  await db.schema.createIndex('place_line_order').on('place_line').columns(['place_id', 'joined']).execute()
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
    .addColumn('started_by', 'text', userOrNull)
    .execute()
}

/** The places that each user has played, and places that the same users play. */
async function createHistory(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('place_players')
    .addColumn('user_id', 'text', ofUser)
    .addColumn('place_id', 'integer', ofPlace)
    .addColumn('visits', 'integer', required)
    .addColumn('played_ms', 'bigint', required)
    .addColumn('last_played', 'bigint', required)
    .addColumn('last_visit', 'bigint')
    .addColumn('last_ranked', 'bigint')
    .addPrimaryKeyConstraint('place_players_key', ['user_id', 'place_id'])
    .execute()
  await db.schema
    .createIndex('place_players_recent')
    .on('place_players')
    .columns(['user_id', 'last_played', 'place_id'])
    .execute()
  await db.schema.createIndex('place_players_place').on('place_players').column('place_id').execute()
  await db.schema
    .createTable('place_pairs')
    .addColumn('place_id', 'integer', ofPlace)
    .addColumn('other_id', 'integer', ofPlace)
    .addColumn('players', 'integer', required)
    .addColumn('updated', 'bigint', required)
    .addPrimaryKeyConstraint('place_pairs_key', ['place_id', 'other_id'])
    .execute()
  await db.schema.createIndex('place_pairs_other').on('place_pairs').column('other_id').execute()
}

async function createStatistics(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('place_plays')
    .addColumn('place_id', 'integer', ofPlace)
    .addColumn('day', 'integer', required)
    .addColumn('version', 'integer', required)
    .addColumn('sessions', 'integer', zeroByDefault)
    .addColumn('played_ms', 'bigint', zeroByDefault)
    .addPrimaryKeyConstraint('place_plays_key', ['place_id', 'day', 'version'])
    .execute()
  await db.schema
    .createTable('place_statistics')
    .addColumn('place_id', 'integer', ofPlace)
    .addColumn('unit', 'text', calendarUnit)
    .addColumn('start', 'bigint', required)
    .addColumn('visits', 'integer', zeroByDefault)
    .addColumn('new_players', 'integer', zeroByDefault)
    .addColumn('returning_players', 'integer', zeroByDefault)
    .addColumn('sessions', 'integer', zeroByDefault)
    .addColumn('session_ms', 'bigint', zeroByDefault)
    .addColumn('played_ms', 'bigint', zeroByDefault)
    .addColumn('likes', 'integer', zeroByDefault)
    .addColumn('dislikes', 'integer', zeroByDefault)
    .addPrimaryKeyConstraint('place_statistics_key', ['place_id', 'unit', 'start'])
    .execute()
  await db.schema
    .createIndex('place_statistics_age')
    .on('place_statistics')
    .columns(['unit', 'start'])
    .execute()
}
