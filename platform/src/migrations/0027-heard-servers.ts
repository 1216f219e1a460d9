import { type Kysely, sql } from 'kysely'
import { isPostgres } from '../foundation/database/dialect.ts'

/**
 * For finding the servers that were heard of not long ago. Most places never had one. On PostgreSQL a row that changes in an
 * ordinary index is written into all others as well, and servers are heard of all the time; a summary of blocks is spared that.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await (isPostgres(db)
    ? sql`create index places_heard on places using brin (server_ping)`.execute(db)
    : sql`create index places_heard on places (server_ping) where server_ping > 0`.execute(db))
}
