import type { Kysely } from 'kysely'
import { isPostgres } from '../foundation/database/dialect.ts'

/**
 * Stores when a replaced token ends, and which tokens belong to one session. Before, `replaced` was 1, which is a time that has passed.
 * SQLite's integers have room for times already.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  if (isPostgres(db))
    await db.schema
      .alterTable('sessions')
      .alterColumn('replaced', (column) => column.setDataType('bigint'))
      .execute()
  await db.schema.alterTable('sessions').addColumn('first_hash', 'text').execute()
}
