import { type Kysely, sql } from 'kysely'
import { isPostgres } from './dialect.ts'

/**
 * Holds a small table until the transaction ends: other writers wait, readers do not. For limits on a whole table, where no
 * single row could be locked. SQLite needs nothing, because its transactions run one after the other.
 */
export async function lockTable<Schema>(db: Kysely<Schema>, table: keyof Schema & string): Promise<void> {
  if (isPostgres(db)) await sql`lock table ${sql.table(table)} in share row exclusive mode`.execute(db)
}
