import type { Kysely } from 'kysely'
import { required } from './initial/columns.ts'

/** Adds the record of complete backups, which all sites of a platform share. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('backups')
    .addColumn('finished', 'bigint', (column) => column.primaryKey())
    .addColumn('file', 'text', required)
    .addColumn('bytes', 'bigint', required)
    .execute()
}
