import type { Kysely } from 'kysely'
import { byCodePoint, ofUser, required } from './initial/columns.ts'

/** Adds the record of what people look at and change on the page of the data of a game. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const name = byCodePoint(db)
  await db.schema
    .createTable('data_looks')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('world_id', 'integer', required)
    .addColumn('at', 'bigint', required)
    .addColumn('actor_id', 'text', ofUser)
    .addColumn('action', 'text', required)
    .addColumn('store', name)
    .addColumn('scope', name, required)
    .addColumn('key', name, required)
    .execute()
  await db.schema.createIndex('data_looks_world').on('data_looks').columns(['world_id', 'at', 'id']).execute()
  await db.schema.createIndex('data_looks_age').on('data_looks').column('at').execute()
  await db.schema.createIndex('data_looks_actor').on('data_looks').column('actor_id').execute()
}
