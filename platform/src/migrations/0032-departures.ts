import type { Kysely } from 'kysely'
import { oneOfUser, required } from './initial/columns.ts'

/** Adds the accounts that their owners have deleted, which are erased after a while. */
export async function up(db: Kysely<unknown>): Promise<void> {
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
