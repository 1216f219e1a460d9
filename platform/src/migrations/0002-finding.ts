import { type Kysely, sql } from 'kysely'
import { emptyByDefault, ofPlace, ofUser, required, zeroByDefault } from './initial/columns.ts'

/** Adds what players find games by: genres, tags, favourites, visits, and the games that are played by the same players. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await describePlaces(db)
  await countVisits(db)
  await createFavourites(db)
  await createTags(db)
  await createHistory(db)
}

async function describePlaces(db: Kysely<unknown>): Promise<void> {
  for (const column of ['genre', 'tags'])
    await db.schema.alterTable('places').addColumn(column, 'text', emptyByDefault).execute()
  for (const column of ['visits', 'played_ms'])
    await db.schema.alterTable('places').addColumn(column, 'bigint', zeroByDefault).execute()
  for (const column of ['visitor_count', 'favourite_count', 'popularity', 'momentum', 'rising'])
    await db.schema.alterTable('places').addColumn(column, 'integer', zeroByDefault).execute()
  // A search reads the names of the most popular places from this index alone.
  await db.schema
    .createIndex('places_popular')
    .on('places')
    .columns(['private_server', 'popularity', 'id', 'name_key'])
    .execute()
  await db.schema
    .createIndex('places_rising')
    .on('places')
    .columns(['private_server', 'rising', 'created', 'id'])
    .execute()
  await db.schema
    .createIndex('places_genre')
    .on('places')
    .columns(['private_server', 'genre', 'popularity', 'created', 'id'])
    .where(sql.ref('genre'), '<>', sql.lit(''))
    .execute()
}

/** `tallied`: 0 until the visit is counted, 1 until the played time is counted, then 2. */
async function countVisits(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('playing_records').addColumn('tallied', 'integer', zeroByDefault).execute()
  await db.schema
    .createIndex('playing_records_uncounted')
    .on('playing_records')
    .column('started')
    .where(sql.ref('started'), 'is not', null)
    .where(sql.ref('tallied'), '=', sql.lit(0))
    .execute()
  await db.schema
    .createIndex('playing_records_unmeasured')
    .on('playing_records')
    .column('ended')
    .where(sql.ref('ended'), 'is not', null)
    .where(sql.ref('tallied'), '=', sql.lit(1))
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

async function createHistory(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('place_players')
    .addColumn('user_id', 'text', ofUser)
    .addColumn('place_id', 'integer', ofPlace)
    .addColumn('visits', 'integer', required)
    .addColumn('played_ms', 'bigint', required)
    .addColumn('last_played', 'bigint', required)
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
