import type { Kysely } from 'kysely'
import { required } from './initial/columns.ts'

/** Adds the secrets that all processes of an installation share, such as the signing key. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('installation_secrets')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('value', 'text', required)
    .addColumn('created', 'bigint', required)
    .execute()
}
