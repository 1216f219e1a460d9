import { type Kysely, sql } from 'kysely'
import { isPostgres } from '../foundation/database/dialect.ts'
import { required } from './initial/columns.ts'

/**
 * Counts of limits, for all processes on one database. On PostgreSQL, the tables are not logged: a count costs no wait for the
 * disk, and a crash of the server empties them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const create = (name: string) =>
    isPostgres(db) ? db.schema.createTable(name).modifyFront(sql`unlogged`) : db.schema.createTable(name)
  await create('limit_counts')
    .addColumn('key', 'text', (column) => column.primaryKey())
    .addColumn('count', 'integer', required)
    .addColumn('expires', 'bigint', required)
    .execute()
  await db.schema.createIndex('limit_counts_expires').on('limit_counts').column('expires').execute()
  await create('password_attempts')
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
