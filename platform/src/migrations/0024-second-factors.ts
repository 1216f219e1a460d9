import type { Kysely } from 'kysely'
import { ofUser, oneOfUser, required, zeroByDefault } from './initial/columns.ts'

/** Second factors, passkeys, fresh proof and sign-ins that wait for a second factor. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('users').addColumn('factors', 'integer', zeroByDefault).execute()
  await extendSessions(db)
  await createCodes(db)
  await createPasskeys(db)
  await createSignIns(db)
}

async function extendSessions(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('sessions').addColumn('proved', 'bigint').execute()
  await db.schema.alterTable('sessions').addColumn('rotation_due', 'integer', zeroByDefault).execute()
  await db.schema.alterTable('sessions').addColumn('replaced', 'integer', zeroByDefault).execute()
}

async function createCodes(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('totp_secrets')
    .addColumn('user_id', 'text', oneOfUser)
    .addColumn('secret', 'text', required)
    .addColumn('created', 'bigint', required)
    .addColumn('confirmed', 'bigint')
    .addColumn('last_step', 'bigint', zeroByDefault)
    .execute()
  await db.schema
    .createTable('recovery_codes')
    .addColumn('user_id', 'text', ofUser)
    .addColumn('code_hash', 'text', required)
    .addPrimaryKeyConstraint('recovery_codes_key', ['user_id', 'code_hash'])
    .execute()
}

async function createPasskeys(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('passkeys')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('user_id', 'text', ofUser)
    .addColumn('name', 'text', required)
    .addColumn('public_key', 'text', required)
    .addColumn('counter', 'bigint', required)
    .addColumn('transports', 'text', required)
    .addColumn('created', 'bigint', required)
    .addColumn('last_used', 'bigint')
    .execute()
  await db.schema.createIndex('passkeys_user').on('passkeys').column('user_id').execute()
  await db.schema
    .createTable('passkey_challenges')
    .addColumn('bound_to', 'text', (column) => column.primaryKey())
    .addColumn('challenge', 'text', required)
    .addColumn('purpose', 'text', required)
    .addColumn('expires', 'bigint', required)
    .execute()
  await db.schema
    .createIndex('passkey_challenges_expires')
    .on('passkey_challenges')
    .column('expires')
    .execute()
}

async function createSignIns(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('pending_sign_ins')
    .addColumn('token_hash', 'text', (column) => column.primaryKey())
    .addColumn('user_id', 'text', ofUser)
    .addColumn('expires', 'bigint', required)
    .execute()
  await db.schema.createIndex('pending_sign_ins_user').on('pending_sign_ins').column('user_id').execute()
  await db.schema.createIndex('pending_sign_ins_expires').on('pending_sign_ins').column('expires').execute()
  await db.schema
    .createTable('login_devices')
    .addColumn('user_id', 'text', ofUser)
    .addColumn('address', 'text', required)
    .addColumn('device', 'text', required)
    .addColumn('last_login', 'bigint', required)
    .addPrimaryKeyConstraint('login_devices_key', ['user_id', 'address', 'device'])
    .execute()
  await db.schema.createIndex('login_devices_last_login').on('login_devices').column('last_login').execute()
}
