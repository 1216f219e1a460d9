import type { Kysely } from 'kysely'
import { ofUser, required } from './initial/columns.ts'

/** Linked accounts of identity providers, sign-ins that are under way, and accounts of providers that await a link. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createLinkedIdentities(db)
  await createProviderRequests(db)
  await createWaitingIdentities(db)
}

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

async function createProviderRequests(db: Kysely<unknown>): Promise<void> {
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
}

async function createWaitingIdentities(db: Kysely<unknown>): Promise<void> {
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
