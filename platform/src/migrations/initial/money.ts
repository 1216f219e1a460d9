import { type Kysely, sql } from 'kysely'
import { ofUser, required, zeroByDefault } from './columns.ts'

export async function createMoney(db: Kysely<unknown>): Promise<void> {
  await createPayments(db)
  await db.schema
    .createTable('mints')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('administrator_id', 'text', ofUser)
    .addColumn('recipient_id', 'text', ofUser)
    .addColumn('amount', 'bigint', required)
    .addColumn('note', 'text', required)
    .addColumn('created', 'bigint', required)
    .execute()
  await db.schema.createIndex('mints_created').on('mints').column('created').execute()
  await db.schema
    .createTable('known_ledger')
    .addColumn('singleton', 'integer', (column) => column.primaryKey().check(sql`singleton = 1`))
    .addColumn('id', 'text', required)
    .addColumn('height', 'bigint', required)
    .addColumn('hash', 'text', required)
    .execute()
}

/** Creates payments without references: they outlive the people and things that they name. */
async function createPayments(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('payments')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('kind', 'text', required)
    .addColumn('subject', 'text', required)
    .addColumn('state', 'text', (column) =>
      column.notNull().check(sql`state in ('pending', 'paid', 'failed')`),
    )
    .addColumn('payer_id', 'text', required)
    .addColumn('payee_id', 'text')
    .addColumn('amount', 'bigint', (column) => column.notNull().check(sql`amount >= 0`))
    .addColumn('fee', 'integer', required)
    .addColumn('note', 'text', required)
    .addColumn('link', 'text', required)
    .addColumn('attempt', 'integer', required)
    .addColumn('attempted', 'bigint', required)
    .addColumn('created', 'bigint', required)
    .addColumn('settled', 'bigint')
    .addColumn('reason', 'text')
    // When the ledger left a request unanswered, and when the next retry is due.
    .addColumn('unanswered', 'bigint')
    .addColumn('due', 'bigint', zeroByDefault)
    .execute()
  // Prevents a second payment for the same subject while one is pending.
  await db.schema
    .createIndex('payments_pending')
    .on('payments')
    .columns(['payer_id', 'kind', 'subject'])
    .unique()
    .where(sql.ref('state'), '=', sql.lit('pending'))
    .execute()
  await db.schema.createIndex('payments_payer').on('payments').columns(['payer_id', 'id']).execute()
  await db.schema.createIndex('payments_subject').on('payments').columns(['subject', 'id']).execute()
  await db.schema.createIndex('payments_settled').on('payments').columns(['kind', 'state']).execute()
}
