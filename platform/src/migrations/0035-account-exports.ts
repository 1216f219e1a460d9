import type { Kysely } from 'kysely'
import { oneOfUser, required, zeroByDefault } from './initial/columns.ts'

/** Adds the exports that users have requested of their accounts: at most one for each. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('account_exports')
    .addColumn('user_id', 'text', oneOfUser)
    .addColumn('id', 'text', (column) => column.notNull().unique())
    .addColumn('language', 'text', required)
    .addColumn('state', 'text', required)
    .addColumn('requested', 'bigint', required)
    .addColumn('due', 'bigint', required)
    .addColumn('attempts', 'integer', zeroByDefault)
    .addColumn('progress', 'integer', zeroByDefault)
    .addColumn('size', 'bigint')
    .execute()
  await db.schema.createIndex('account_exports_due').on('account_exports').columns(['state', 'due']).execute()
}
