import type { Kysely } from 'kysely'
import { byCodePoint, required } from './initial/columns.ts'

/** Creates the table that counts the calls of game clients, hour by hour. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('client_calls')
    .addColumn('hour', 'bigint', required)
    .addColumn('answered', 'integer', required)
    .addColumn('call', byCodePoint(db), required)
    .addColumn('count', 'bigint', required)
    .addColumn('last', 'bigint', required)
    .addPrimaryKeyConstraint('client_calls_key', ['hour', 'answered', 'call'])
    .execute()
}
