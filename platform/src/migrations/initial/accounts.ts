import { type ColumnDefinitionBuilder, type Kysely, sql } from 'kysely'
import {
  byCodePoint,
  emptyByDefault,
  ofUser,
  oneOfUser,
  required,
  userOrNull,
  zeroByDefault,
} from './columns.ts'

export async function createAccounts(db: Kysely<unknown>): Promise<void> {
  await createUsers(db)
  await createFormerNames(db)
  await createRegistrationKeys(db)
  await createModerationActions(db)
  await createBlocksAndMutes(db)
  await createAccessTokens(db)
  await createExports(db)
  await createDepartures(db)
  await createAuditLog(db)
}

async function createUsers(db: Kysely<unknown>): Promise<void> {
  const audience = (column: ColumnDefinitionBuilder) => column.notNull().defaultTo('Everybody')
  await db.schema
    .createTable('users')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('username', 'text', required)
    .addColumn('username_key', byCodePoint(db), (column) => column.notNull().unique())
    .addColumn('renamed', 'bigint')
    .addColumn('password_hash', 'text', required)
    .addColumn('factors', 'integer', zeroByDefault)
    .addColumn('email', 'text')
    .addColumn('email_key', 'text')
    .addColumn('verified_email_key', 'text')
    .addColumn('permission_level', 'integer', required)
    .addColumn('created', 'bigint', required)
    .addColumn('description', 'text', required)
    .addColumn('description_updated', 'bigint', required)
    .addColumn('removed_description', 'text')
    // The file name of the small picture in lists, once it has been rendered. Copied from `previews`.
    .addColumn('portrait', 'text')
    // Copied from `party_members`, so that a request knows it from the row that it reads anyway.
    .addColumn('in_party', 'integer', zeroByDefault)
    .addColumn('theme', 'text')
    .addColumn('language', 'text')
    .addColumn('post_feed', 'integer', zeroByDefault)
    .addColumn('privacy_online', 'text', audience)
    .addColumn('privacy_playing', 'text', audience)
    .addColumn('privacy_joinable', 'text', audience)
    .addColumn('privacy_requests', 'text', audience)
    .addColumn('privacy_follows', 'text', audience)
    .addColumn('privacy_comments', 'text', audience)
    .addColumn('privacy_inventory', 'text', audience)
    .addColumn('privacy_friends', 'text', audience)
    .execute()
  await db.schema.createIndex('users_email_key').on('users').column('email_key').unique().execute()
  await db.schema.createIndex('users_created').on('users').columns(['created', 'username_key']).execute()
  await db.schema
    .createIndex('users_staff')
    .on('users')
    .column('permission_level')
    .where(sql.ref('permission_level'), '>', sql.lit(1))
    .execute()
  await db.schema
    .createTable('first_account')
    .addColumn('id', 'integer', (column) => column.primaryKey().check(sql`id = 1`))
    .addColumn('user_id', 'text', required)
    .execute()
}

/** The names that users had before, which lead to their profiles for a while. */
async function createFormerNames(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('former_usernames')
    .addColumn('name_hash', 'text', (column) => column.primaryKey())
    .addColumn('user_id', 'text', userOrNull)
    .addColumn('expires', 'bigint', required)
    .execute()
  await db.schema.createIndex('former_usernames_user').on('former_usernames').column('user_id').execute()
  await db.schema.createIndex('former_usernames_expires').on('former_usernames').column('expires').execute()
}

async function createRegistrationKeys(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('registration_keys')
    .addColumn('key', 'text', (column) => column.primaryKey())
    .addColumn('uses', 'integer', required)
    .addColumn('uses_left', 'integer', required)
    .addColumn('created', 'bigint', required)
    .addColumn('expires', 'bigint')
    .addColumn('disabled', 'integer', required)
    .addColumn('maker_id', 'text', userOrNull)
    .execute()
  await db.schema
    .createIndex('registration_keys_created')
    .on('registration_keys')
    .columns(['created', 'key'])
    .execute()
  await db.schema.createIndex('registration_keys_maker').on('registration_keys').column('maker_id').execute()
}

async function createModerationActions(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('moderation_actions')
    .addColumn('user_id', 'text', ofUser)
    .addColumn('number', 'integer', required)
    .addColumn('type', 'text', (column) =>
      column.notNull().check(sql`type in ('Warning', 'Ban', 'Termination')`),
    )
    .addColumn('reason', 'text', required)
    .addColumn('moderator_id', 'text', required)
    .addColumn('created', 'bigint', required)
    .addColumn('expires', 'bigint')
    .addColumn('ended', 'bigint')
    .addColumn('ending', 'text')
    .addColumn('ended_by', 'text')
    .addColumn('note', 'text', emptyByDefault)
    .addColumn('content_type', 'text')
    .addColumn('content_title', 'text')
    .addPrimaryKeyConstraint('moderation_actions_key', ['user_id', 'number'])
    .execute()
  // Allows one open action per user. Every request reads it with its session, so the index holds open actions only.
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
}

async function createBlocksAndMutes(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('user_blocks')
    .addColumn('blocker_id', 'text', ofUser)
    .addColumn('blocked_id', 'text', ofUser)
    .addColumn('created', 'bigint', required)
    .addPrimaryKeyConstraint('user_blocks_key', ['blocker_id', 'blocked_id'])
    .execute()
  await db.schema.createIndex('user_blocks_blocked').on('user_blocks').column('blocked_id').execute()
  await db.schema
    .createTable('user_mutes')
    .addColumn('muter_id', 'text', ofUser)
    .addColumn('muted_id', 'text', ofUser)
    .addColumn('created', 'bigint', required)
    .addPrimaryKeyConstraint('user_mutes_key', ['muter_id', 'muted_id'])
    .execute()
  await db.schema.createIndex('user_mutes_muted').on('user_mutes').column('muted_id').execute()
}

/** Access tokens of programs. Only their hashes are stored. */
async function createAccessTokens(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('access_tokens')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('user_id', 'text', ofUser)
    .addColumn('token_hash', 'text', (column) => column.notNull().unique())
    .addColumn('name', 'text', required)
    .addColumn('scopes', 'text', required)
    .addColumn('created', 'bigint', required)
    .addColumn('expires', 'bigint', required)
    .addColumn('last_used', 'bigint')
    .execute()
  await db.schema.createIndex('access_tokens_user').on('access_tokens').column('user_id').execute()
}

/** The exports that users have requested of their accounts: at most one for each. */
async function createExports(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('account_exports')
    .addColumn('user_id', 'text', oneOfUser)
    .addColumn('id', 'text', (column) => column.notNull().unique())
    .addColumn('language', 'text', required)
    .addColumn('state', 'text', required)
    .addColumn('requested', 'bigint', required)
    .addColumn('due', 'bigint', required)
    .addColumn('attempts', 'integer', zeroByDefault)
    .addColumn('progress', 'integer', zeroByDefault)
    .addColumn('size', 'bigint')
    .execute()
  await db.schema.createIndex('account_exports_due').on('account_exports').columns(['state', 'due']).execute()
}

/** The accounts that their owners have deleted, which are erased after a while. */
async function createDepartures(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('departures')
    .addColumn('user_id', 'text', oneOfUser)
    .addColumn('requested', 'bigint', required)
    .addColumn('due', 'bigint', required)
    .addColumn('started', 'bigint')
    .execute()
  await db.schema.createIndex('departures_due').on('departures').column('due').execute()
  await db.schema
    .createTable('erased_accounts')
    .addColumn('id_hash', 'text', (column) => column.primaryKey())
    .addColumn('erased', 'bigint', required)
    .execute()
}

async function createAuditLog(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('audit_log')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('created', 'bigint', required)
    .addColumn('actor_id', 'text', required)
    .addColumn('action', 'text', required)
    .addColumn('subject', 'text', required)
    .addColumn('before', 'text')
    .addColumn('after', 'text')
    .execute()
  await db.schema.createIndex('audit_log_created').on('audit_log').columns(['created', 'id']).execute()
  for (const filter of ['subject', 'action', 'actor_id'] as const) {
    await db.schema
      .createIndex(`audit_log_${filter.replace('_id', '')}`)
      .on('audit_log')
      .columns([filter, 'created', 'id'])
      .execute()
  }
}
