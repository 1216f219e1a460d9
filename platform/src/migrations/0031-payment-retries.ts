import { type Kysely, sql } from 'kysely'

/**
 * Adds to payments when the ledger left a request unanswered and when the next retry is due. The last request of a pending
 * payment may be unanswered, so pending payments are retried at once.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('payments').addColumn('unanswered', 'bigint').execute()
  await db.schema
    .alterTable('payments')
    .addColumn('due', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute()
  await sql`update payments set unanswered = attempted where state = 'pending'`.execute(db)
}
