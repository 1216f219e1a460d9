import type { Kysely } from 'kysely'

/** Accounts are listed in the order in which they were made. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.createIndex('users_created').on('users').columns(['created', 'username_key']).execute()
}
