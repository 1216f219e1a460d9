import type { Kysely } from 'kysely'
import { byCodePoint, required } from './initial/columns.ts'

/** Adds messages between the servers of a world. A world is no foreign key, as in the data of games. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('data_messages')
    .addColumn('world_id', 'integer', required)
    .addColumn('id', 'bigint', required)
    .addColumn('topic', byCodePoint(db), required)
    .addColumn('body', 'text', required)
    .addColumn('created', 'bigint', required)
    .addPrimaryKeyConstraint('data_messages_key', ['world_id', 'id'])
    .execute()
  await db.schema.createIndex('data_messages_age').on('data_messages').column('created').execute()
}
