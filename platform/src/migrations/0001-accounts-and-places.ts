import { type Kysely, sql } from 'kysely'

/** A `bigint` holds times and sizes on PostgreSQL, whose `integer` has 32 bits; SQLite gives it integer affinity. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('users')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('username', 'text', (column) => column.notNull())
    .addColumn('username_key', 'text', (column) => column.notNull().unique())
    .addColumn('password_hash', 'text', (column) => column.notNull())
    .addColumn('permission_level', 'integer', (column) => column.notNull())
    .addColumn('description', 'text', (column) => column.notNull())
    .addColumn('description_updated', 'bigint', (column) => column.notNull())
    .addColumn('theme', 'text')
    .addColumn('created', 'bigint', (column) => column.notNull())
    .execute()

  await db.schema
    .createTable('first_account')
    .addColumn('id', 'integer', (column) => column.primaryKey().check(sql`id = 1`))
    .addColumn('user_id', 'text', (column) => column.notNull())
    .execute()

  await db.schema
    .createTable('sessions')
    .addColumn('token_hash', 'text', (column) => column.primaryKey())
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('created', 'bigint', (column) => column.notNull())
    .addColumn('last_used', 'bigint', (column) => column.notNull())
    .addColumn('expires', 'bigint', (column) => column.notNull())
    .addColumn('user_agent', 'text', (column) => column.notNull())
    .addColumn('address', 'text', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('sessions_user').on('sessions').column('user_id').execute()
  await db.schema.createIndex('sessions_expires').on('sessions').column('expires').execute()

  await db.schema
    .createTable('places')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('description', 'text', (column) => column.notNull())
    .addColumn('description_updated', 'bigint', (column) => column.notNull())
    .addColumn('owner_id', 'text', (column) => column.notNull())
    .addColumn('created', 'bigint', (column) => column.notNull())
    .addColumn('updated', 'bigint', (column) => column.notNull())
    .addColumn('max_players', 'integer', (column) => column.notNull())
    .addColumn('private_server', 'integer', (column) => column.notNull())
    .addColumn('private_ticket', 'text', (column) => column.notNull().unique())
    .addColumn('server_ticket', 'text', (column) => column.notNull().unique())
    .addColumn('dedicated', 'integer', (column) => column.notNull())
    .addColumn('server_address', 'text', (column) => column.notNull())
    .addColumn('server_port', 'integer', (column) => column.notNull())
    .addColumn('server_ping', 'bigint', (column) => column.notNull())
    .addColumn('data_size', 'bigint')
    .addColumn('data_sha256', 'text')
    .addColumn('data_updated', 'bigint')
    .execute()
  await db.schema.createIndex('places_owner').on('places').columns(['owner_id', 'created']).execute()
  await db.schema.createIndex('places_public').on('places').columns(['private_server', 'created']).execute()

  await db.schema
    .createTable('place_votes')
    .addColumn('place_id', 'integer', (column) =>
      column.notNull().references('places.id').onDelete('cascade'),
    )
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('vote', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('place_votes_key', ['place_id', 'user_id'])
    .execute()

  await db.schema
    .createTable('playing_records')
    .addColumn('ticket', 'text', (column) => column.primaryKey())
    .addColumn('place_id', 'integer', (column) =>
      column.notNull().references('places.id').onDelete('cascade'),
    )
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('created', 'bigint', (column) => column.notNull())
    .addColumn('started', 'bigint')
    .addColumn('ended', 'bigint')
    .addColumn('last_ping', 'bigint', (column) => column.notNull())
    .execute()
  // One open record a user. That a game starts does not touch this index, which doubles what a database can take of it.
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
  await db.schema.createIndex('playing_records_created').on('playing_records').column('created').execute()
}
