import { type ColumnDefinitionBuilder, type Kysely, sql } from 'kysely'
import { byCodePoint, emptyByDefault, required, zeroByDefault } from './initial/columns.ts'

/** Adds the data of games. Worlds are no foreign keys, because places may share the world of one that is deleted. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('places').addColumn('data_root', 'integer').execute()
  await db.schema
    .createIndex('places_data_root')
    .on('places')
    .column('data_root')
    .where(sql.ref('data_root'), 'is not', null)
    .execute()
  // A write asks in which game server a player is, or was a moment ago.
  await db.schema
    .createIndex('playing_records_verified')
    .on('playing_records')
    .column('user_id')
    .where(sql.ref('verified'), 'is not', null)
    .execute()
  await createEntries(db)
  await createValues(db)
  await createRecords(db)
}

async function createEntries(db: Kysely<unknown>): Promise<void> {
  const name = byCodePoint(db)
  await db.schema
    .createTable('data_stores')
    .addColumn('world_id', 'integer', required)
    .addColumn('store', name, required)
    .addColumn('kind', 'text', required)
    .addPrimaryKeyConstraint('data_stores_key', ['world_id', 'store'])
    .execute()
  await db.schema
    .createTable('data_entries')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('world_id', 'integer', required)
    .addColumn('store', name, required)
    .addColumn('scope', name, required)
    .addColumn('key', name, required)
    .addColumn('version', 'bigint', required)
    .addColumn('created', 'bigint', required)
    .addColumn('updated', 'bigint', required)
    .addColumn('deleted', 'integer', zeroByDefault)
    .addColumn('bytes', 'integer', required)
    .addColumn('number', 'double precision')
    .addColumn('players', 'text', emptyByDefault)
    .addColumn('minute', 'bigint', required)
    .addColumn('minute_writes', 'integer', required)
    .execute()
  await db.schema
    .createIndex('data_entries_name')
    .on('data_entries')
    .columns(['world_id', 'store', 'scope', 'key'])
    .unique()
    .execute()
  await db.schema
    .createIndex('data_entries_number')
    .on('data_entries')
    .columns(['world_id', 'store', 'scope', 'number', 'key'])
    .where(sql.ref('number'), 'is not', null)
    .execute()
  await db.schema
    .createIndex('data_entries_player')
    .on('data_entries')
    .column('key')
    .where(sql.ref('scope'), '=', sql.lit('player'))
    .execute()
  await db.schema
    .createIndex('data_entries_deleted')
    .on('data_entries')
    .column('updated')
    .where(sql.ref('deleted'), '=', sql.lit(1))
    .execute()
}

/** A value or player of an entry, deleted with it. */
const ofEntry = (column: ColumnDefinitionBuilder) =>
  column.notNull().references('data_entries.id').onDelete('cascade')

async function createValues(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('data_values')
    .addColumn('entry_id', 'text', ofEntry)
    .addColumn('version', 'bigint', required)
    .addColumn('bytes', 'integer', required)
    .addColumn('written', 'bigint', required)
    .addColumn('expires', 'bigint')
    .addColumn('value', 'text', required)
    .addPrimaryKeyConstraint('data_values_key', ['entry_id', 'version'])
    .execute()
  await db.schema
    .createIndex('data_values_expiring')
    .on('data_values')
    .column('expires')
    .where(sql.ref('expires'), 'is not', null)
    .execute()
  await db.schema
    .createIndex('data_values_current')
    .on('data_values')
    .column('entry_id')
    .unique()
    .where(sql.ref('expires'), 'is', null)
    .execute()
  await db.schema
    .createTable('data_players')
    .addColumn('entry_id', 'text', ofEntry)
    .addColumn('number', 'integer', required)
    .addPrimaryKeyConstraint('data_players_key', ['entry_id', 'number'])
    .execute()
  await db.schema.createIndex('data_players_number').on('data_players').column('number').execute()
}

async function createRecords(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('data_holds')
    .addColumn('world_id', 'integer', required)
    .addColumn('store', byCodePoint(db), required)
    .addColumn('number', 'integer', required)
    .addColumn('server_ticket', 'text', required)
    .addColumn('since', 'bigint', required)
    .addColumn('released', 'bigint')
    .addPrimaryKeyConstraint('data_holds_key', ['number', 'world_id', 'store'])
    .execute()
  await db.schema.createIndex('data_holds_age').on('data_holds').column('since').execute()
  await db.schema
    .createTable('data_usage')
    .addColumn('world_id', 'integer', required)
    .addColumn('part', 'integer', required)
    .addColumn('bytes', 'bigint', required)
    .addPrimaryKeyConstraint('data_usage_key', ['world_id', 'part'])
    .execute()
  await db.schema
    .createTable('data_requests')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('request', 'text', required)
    .addColumn('response', 'text', required)
    .addColumn('created', 'bigint', required)
    .execute()
  await db.schema.createIndex('data_requests_age').on('data_requests').column('created').execute()
  await db.schema
    .createTable('data_budgets')
    .addColumn('key', 'text', (column) => column.primaryKey())
    .addColumn('tokens', 'double precision', required)
    .addColumn('refilled', 'bigint', required)
    .execute()
}
