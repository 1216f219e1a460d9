import { type Kysely, sql } from 'kysely'
import { byCodePoint, ofUser, required, userOrNull } from './columns.ts'

export async function createAccounts(db: Kysely<unknown>): Promise<void> {
  await createUsers(db)
  await createSessions(db)
  await createRegistrationKeys(db)
  await createRecoveryLinks(db)
  await createAuditLog(db)
}

async function createUsers(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('users')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('username', 'text', required)
    .addColumn('username_key', byCodePoint(db), (column) => column.notNull().unique())
    .addColumn('password_hash', 'text', required)
    .addColumn('permission_level', 'integer', required)
    .addColumn('description', 'text', required)
    .addColumn('description_updated', 'bigint', required)
    .addColumn('theme', 'text')
    .addColumn('language', 'text')
    .addColumn('created', 'bigint', required)
    .addColumn('email', 'text')
    .addColumn('email_key', 'text')
    // The file name of the small picture in lists, once it has been rendered.
    .addColumn('portrait', 'text')
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

async function createSessions(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('sessions')
    .addColumn('token_hash', 'text', (column) => column.primaryKey())
    .addColumn('user_id', 'text', ofUser)
    .addColumn('created', 'bigint', required)
    .addColumn('last_used', 'bigint', required)
    .addColumn('expires', 'bigint', required)
    .addColumn('user_agent', 'text', required)
    .addColumn('address', 'text', required)
    .execute()
  await db.schema.createIndex('sessions_user').on('sessions').column('user_id').execute()
  await db.schema.createIndex('sessions_expires').on('sessions').column('expires').execute()
  await db.schema
    .createTable('login_addresses')
    .addColumn('user_id', 'text', ofUser)
    .addColumn('address', 'text', required)
    .addColumn('last_login', 'bigint', required)
    .addPrimaryKeyConstraint('login_addresses_key', ['user_id', 'address'])
    .execute()
  await db.schema
    .createIndex('login_addresses_last_login')
    .on('login_addresses')
    .column('last_login')
    .execute()
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

async function createRecoveryLinks(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('recovery_links')
    .addColumn('token_hash', 'text', (column) => column.primaryKey())
    .addColumn('user_id', 'text', ofUser)
    .addColumn('created', 'bigint', required)
    .addColumn('expires', 'bigint', required)
    .addColumn('ended', 'bigint')
    .execute()
  await db.schema
    .createIndex('recovery_links_user')
    .on('recovery_links')
    .columns(['user_id', 'created'])
    .execute()
  await db.schema.createIndex('recovery_links_expires').on('recovery_links').column('expires').execute()
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
