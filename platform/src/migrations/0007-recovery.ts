import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('users').addColumn('email', 'text').execute()
  await db.schema.alterTable('users').addColumn('email_key', 'text').execute()
  await db.schema.createIndex('users_email_key').on('users').column('email_key').unique().execute()

  await db.schema
    .createTable('login_addresses')
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('address', 'text', (column) => column.notNull())
    .addColumn('last_login', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('login_addresses_key', ['user_id', 'address'])
    .execute()
  await db.schema
    .createIndex('login_addresses_last_login')
    .on('login_addresses')
    .column('last_login')
    .execute()

  await db.schema
    .createTable('registration_keys')
    .addColumn('key', 'text', (column) => column.primaryKey())
    .addColumn('uses', 'integer', (column) => column.notNull())
    .addColumn('uses_left', 'integer', (column) => column.notNull())
    .addColumn('created', 'bigint', (column) => column.notNull())
    .addColumn('expires', 'bigint')
    .addColumn('disabled', 'integer', (column) => column.notNull())
    .addColumn('maker_id', 'text', (column) => column.references('users.id').onDelete('set null'))
    .execute()
  await db.schema
    .createIndex('registration_keys_created')
    .on('registration_keys')
    .columns(['created', 'key'])
    .execute()
  await db.schema.createIndex('registration_keys_maker').on('registration_keys').column('maker_id').execute()

  await db.schema
    .createTable('recovery_links')
    .addColumn('token_hash', 'text', (column) => column.primaryKey())
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('created', 'bigint', (column) => column.notNull())
    .addColumn('expires', 'bigint', (column) => column.notNull())
    .addColumn('ended', 'bigint')
    .execute()
  await db.schema
    .createIndex('recovery_links_user')
    .on('recovery_links')
    .columns(['user_id', 'created'])
    .execute()
  await db.schema.createIndex('recovery_links_expires').on('recovery_links').column('expires').execute()
}
