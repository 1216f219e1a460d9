import { sql } from 'kysely'
import type { Database, Db } from '../../database.ts'
import { isPostgres } from './dialect.ts'

/**
 * Holds a small table until the transaction ends: other writers wait, readers do not. For limits on a whole table, where no
 * single row could be locked. SQLite needs nothing, because its transactions run one after the other.
 */
export async function lockTable(db: Db, table: keyof Database): Promise<void> {
  if (isPostgres(db)) await sql`lock table ${sql.table(table)} in share row exclusive mode`.execute(db)
}
