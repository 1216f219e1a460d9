import type { Kysely } from 'kysely'
import { required } from './initial/columns.ts'

/** The jobs of all processes, and which process runs each. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('jobs')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('due', 'bigint', required)
    .addColumn('holder', 'text', required)
    .addColumn('leased_until', 'bigint', required)
    .execute()
}
