import type { Kysely } from 'kysely'
import { ofPlace, required, zeroByDefault } from './initial/columns.ts'

/** Adds the stored worlds of places, and the tickets of runs that have ended, which may still store their world. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('places').addColumn('world_number', 'integer', zeroByDefault).execute()
  await db.schema
    .createTable('place_worlds')
    .addColumn('place_id', 'integer', ofPlace)
    .addColumn('number', 'integer', required)
    .addColumn('file', 'text')
    .addColumn('sha256', 'text')
    .addColumn('bytes', 'bigint', required)
    .addColumn('created', 'bigint', required)
    .addColumn('cause', 'text', required)
    .addColumn('restored_from', 'integer')
    .addColumn('version', 'integer')
    .addPrimaryKeyConstraint('place_worlds_key', ['place_id', 'number'])
    .execute()
  await db.schema.createIndex('place_worlds_file').on('place_worlds').column('file').execute()
  await db.schema
    .createTable('ended_runs')
    .addColumn('ticket', 'text', (column) => column.primaryKey())
    .addColumn('place_id', 'integer', ofPlace)
    .addColumn('created', 'bigint', required)
    .addColumn('ended', 'bigint', required)
    .execute()
  await db.schema.createIndex('ended_runs_place').on('ended_runs').column('place_id').execute()
  await db.schema.createIndex('ended_runs_age').on('ended_runs').column('ended').execute()
}
