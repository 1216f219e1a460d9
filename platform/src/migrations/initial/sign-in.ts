import type { Kysely } from 'kysely'
import { ofUser, oneOfUser, required, zeroByDefault } from './columns.ts'
import { startUnloggedTable } from './foundation.ts'

/** Creates the tables of sessions, of attempts and factors to sign in, and of the links that restore access. */
export async function createSignIn(db: Kysely<unknown>): Promise<void> {
  await createSessions(db)
  await createPasswordAttempts(db)
  await createCodes(db)
  await createPasskeys(db)
  await createLinkedIdentities(db)
  await createProviderSignIns(db)
  await createMailedLinks(db)
}

async function createSessions(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('sessions')
    .addColumn('token_hash', 'text', (column) => column.primaryKey())
    // The hash of the session's first token, which tokens that replace it share.
    .addColumn('first_hash', 'text')
    .addColumn('user_id', 'text', ofUser)
    .addColumn('created', 'bigint', required)
    .addColumn('last_used', 'bigint', required)
    .addColumn('expires', 'bigint', required)
    .addColumn('user_agent', 'text', required)
    .addColumn('address', 'text', required)
    .addColumn('proved', 'bigint')
    .addColumn('rotation_due', 'integer', zeroByDefault)
    .addColumn('replaced', 'bigint', zeroByDefault)
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

async function createPasswordAttempts(db: Kysely<unknown>): Promise<void> {
  await startUnloggedTable(db, 'password_attempts')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('account', 'text', required)
    .addColumn('address', 'text', required)
    .addColumn('at', 'bigint', required)
    .addColumn('state', 'text', required)
    .execute()
  for (const column of ['account', 'address'])
    await db.schema
      .createIndex(`password_attempts_${column}`)
      .on('password_attempts')
      .columns([column, 'at'])
      .execute()
  await db.schema.createIndex('password_attempts_at').on('password_attempts').column('at').execute()
}

/** Codes as second factors, and sign-ins that wait for a second factor. */
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
  await db.schema
    .createTable('pending_sign_ins')
    .addColumn('token_hash', 'text', (column) => column.primaryKey())
    .addColumn('user_id', 'text', ofUser)
    .addColumn('expires', 'bigint', required)
    .execute()
  await db.schema.createIndex('pending_sign_ins_user').on('pending_sign_ins').column('user_id').execute()
  await db.schema.createIndex('pending_sign_ins_expires').on('pending_sign_ins').column('expires').execute()
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

/** Linked accounts of identity providers. */
async function createLinkedIdentities(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('linked_identities')
    .addColumn('issuer', 'text', required)
    .addColumn('subject', 'text', required)
    .addColumn('user_id', 'text', ofUser)
    .addColumn('created', 'bigint', required)
    .addColumn('last_used', 'bigint', required)
    .addPrimaryKeyConstraint('linked_identities_key', ['issuer', 'subject'])
    .execute()
  await db.schema
    .createIndex('linked_identities_user')
    .on('linked_identities')
    .columns(['user_id', 'issuer'])
    .unique()
    .execute()
}

/** Sign-ins at identity providers that are under way, and accounts of providers that await a link. */
async function createProviderSignIns(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('provider_requests')
    .addColumn('state_hash', 'text', (column) => column.primaryKey())
    .addColumn('bound_to', 'text', required)
    .addColumn('provider', 'text', required)
    .addColumn('purpose', 'text', required)
    .addColumn('nonce', 'text', required)
    .addColumn('verifier', 'text', required)
    .addColumn('expires', 'bigint', required)
    .execute()
  await db.schema.createIndex('provider_requests_expires').on('provider_requests').column('expires').execute()
  await db.schema
    .createTable('waiting_identities')
    .addColumn('bound_to', 'text', (column) => column.primaryKey())
    .addColumn('provider', 'text', required)
    .addColumn('issuer', 'text', required)
    .addColumn('subject', 'text', required)
    .addColumn('username', 'text', required)
    .addColumn('email', 'text', required)
    .addColumn('expires', 'bigint', required)
    .execute()
  await db.schema
    .createIndex('waiting_identities_expires')
    .on('waiting_identities')
    .column('expires')
    .execute()
}

/** Links that set a new password, confirm an address, or secure an account. */
async function createMailedLinks(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('recovery_links')
    .addColumn('token_hash', 'text', (column) => column.primaryKey())
    .addColumn('user_id', 'text', ofUser)
    .addColumn('created', 'bigint', required)
    .addColumn('expires', 'bigint', required)
    .addColumn('ended', 'bigint')
    .addColumn('email', 'text')
    .execute()
  await db.schema
    .createIndex('recovery_links_user')
    .on('recovery_links')
    .columns(['user_id', 'created'])
    .execute()
  await db.schema.createIndex('recovery_links_expires').on('recovery_links').column('expires').execute()
  for (const [table, reason] of [
    ['email_links', 'purpose'],
    ['security_links', 'event'],
  ] as const) {
    await db.schema
      .createTable(table)
      .addColumn('token_hash', 'text', (column) => column.primaryKey())
      .addColumn('user_id', 'text', ofUser)
      .addColumn('email', 'text', required)
      .addColumn(reason, 'text', required)
      .addColumn('created', 'bigint', required)
      .addColumn('expires', 'bigint', required)
      .addColumn('ended', 'bigint')
      .execute()
    for (const column of ['user_id', 'expires'])
      await db.schema.createIndex(`${table}_${column}`).on(table).column(column).execute()
  }
}
