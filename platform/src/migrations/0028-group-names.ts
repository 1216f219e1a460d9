import { type Kysely, sql } from 'kysely'
import { isPostgres } from '../foundation/database/dialect.ts'

/**
 * Groups that are open are found by the beginning of their name in its order; without an index for the two, SQLite goes through
 * all that are open. On PostgreSQL names are read in the order of ids, too, as those of places and users are; SQLite's index of
 * parts has that order.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.createIndex('groups_named').on('groups').columns(['open', 'name_key']).execute()
  if (isPostgres(db)) await sql`create index groups_names on groups (open, id) include (name_key)`.execute(db)
}
