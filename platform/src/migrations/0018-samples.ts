import type { Kysely } from 'kysely'

/** What the platform did over time: a row every few minutes, fewer of what is long past. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('samples')
    .addColumn('at', 'bigint', (column) => column.primaryKey())
    .addColumn('users', 'bigint', (column) => column.notNull())
    .addColumn('playing', 'bigint', (column) => column.notNull())
    .addColumn('visits', 'bigint', (column) => column.notNull())
    .addColumn('purchases', 'bigint', (column) => column.notNull())
    .addColumn('renders', 'bigint', (column) => column.notNull())
    .addColumn('supply', 'text')
    .addColumn('minted', 'text')
    .addColumn('burned', 'text')
    .addColumn('median_ms', 'real')
    .addColumn('slow_ms', 'real')
    .execute()
  await db.schema.createIndex('payments_settled').on('payments').columns(['kind', 'state']).execute()
}
