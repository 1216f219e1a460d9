import { type Kysely, sql } from 'kysely'

/**
 * Payments know which of their requests the ledger left without an answer, and when they are retried. Of those that are pending
 * the last request may be one of these: they are retried at once.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('payments').addColumn('unanswered', 'bigint').execute()
  await db.schema
    .alterTable('payments')
    .addColumn('due', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute()
  await sql`update payments set unanswered = attempted where state = 'pending'`.execute(db)
}
