import { type Kysely, sql } from 'kysely'
import { ofPlace, ofUser, required, userOrNull } from './initial/columns.ts'

/** Adds the bans of makers, what players are told who have to leave, the chat log, and reports from games with their evidence. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createBans(db)
  await db.schema.alterTable('playing_records').addColumn('end_text', 'text').execute()
  await createChat(db)
  await createEvidence(db)
}

async function createBans(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('place_bans')
    .addColumn('place_id', 'integer', ofPlace)
    .addColumn('user_id', 'text', ofUser)
    .addColumn('reason', 'text', required)
    .addColumn('created', 'bigint', required)
    .addColumn('expires', 'bigint')
    .addColumn('banned_by', 'text', userOrNull)
    .addPrimaryKeyConstraint('place_bans_key', ['place_id', 'user_id'])
    .execute()
  await db.schema
    .createIndex('place_bans_list')
    .on('place_bans')
    .columns(['place_id', 'created', 'user_id'])
    .execute()
  await db.schema.createIndex('place_bans_user').on('place_bans').column('user_id').execute()
  await db.schema.createIndex('place_bans_setter').on('place_bans').column('banned_by').execute()
  await db.schema
    .createIndex('place_bans_ending')
    .on('place_bans')
    .column('expires')
    .where(sql.ref('expires'), 'is not', null)
    .execute()
}

async function createChat(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('chat_lines')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('place_id', 'integer', ofPlace)
    .addColumn('run', 'text')
    .addColumn('user_id', 'text', ofUser)
    .addColumn('text', 'text', required)
    .addColumn('at', 'bigint', required)
    .execute()
  await db.schema.createIndex('chat_lines_place').on('chat_lines').columns(['place_id', 'at', 'id']).execute()
  await db.schema.createIndex('chat_lines_age').on('chat_lines').column('at').execute()
  await db.schema.createIndex('chat_lines_user').on('chat_lines').column('user_id').execute()
}

/** A report outlives its game, so the game's id is no foreign key. */
async function createEvidence(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('reports')
    .addColumn('source', 'text', (column) => column.notNull().defaultTo('site'))
    .execute()
  await db.schema.alterTable('reports').addColumn('game_id', 'integer').execute()
  await db.schema.alterTable('reports').addColumn('game_run', 'text').execute()
  await db.schema
    .createTable('report_lines')
    .addColumn('report_id', 'text', (column) => column.notNull().references('reports.id').onDelete('cascade'))
    .addColumn('position', 'integer', required)
    .addColumn('user_id', 'text', (column) => column.references('users.id').onDelete('cascade'))
    .addColumn('text', 'text', required)
    .addPrimaryKeyConstraint('report_lines_key', ['report_id', 'position'])
    .execute()
  await db.schema.createIndex('report_lines_user').on('report_lines').column('user_id').execute()
}
