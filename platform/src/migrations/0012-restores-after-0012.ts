import { type Kysely, sql } from 'kysely'
import {
  byCodePoint,
  emptyByDefault,
  ofUser,
  required,
  userOrNull,
  zeroByDefault,
} from './initial/columns.ts'

/** Adds the record of looks and changes on the pages of the data of games, and restores of many entries to a moment. */
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
  await createRestores(db)
}

async function createRestores(db: Kysely<unknown>): Promise<void> {
  const name = byCodePoint(db)
  await db.schema
    .createTable('data_restores')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('world_id', 'integer', required)
    .addColumn('kind', 'text', required)
    .addColumn('target', name, required)
    .addColumn('moment', 'bigint', required)
    .addColumn('started_by', 'text', userOrNull)
    .addColumn('created', 'bigint', required)
    .addColumn('state', 'text', required)
    .addColumn('position', name, emptyByDefault)
    .addColumn('total', 'integer')
    .addColumn('done', 'integer', zeroByDefault)
    .addColumn('kept', 'integer', zeroByDefault)
    .addColumn('undone', 'integer', zeroByDefault)
    .execute()
  // One restore runs in a world at a time.
  await db.schema
    .createIndex('data_restores_running')
    .on('data_restores')
    .column('world_id')
    .unique()
    .where(sql.ref('state'), '=', sql.lit('running'))
    .execute()
  await db.schema
    .createIndex('data_restores_world')
    .on('data_restores')
    .columns(['world_id', 'created', 'id'])
    .execute()
  await db.schema
    .createIndex('data_restores_starter')
    .on('data_restores')
    .column('started_by')
    .where(sql.ref('started_by'), 'is not', null)
    .execute()
  await db.schema
    .createTable('data_restore_waits')
    .addColumn('restore_id', 'text', (column) =>
      column.notNull().references('data_restores.id').onDelete('cascade'),
    )
    .addColumn('store', name, required)
    .addColumn('scope', name, required)
    .addColumn('key', name, required)
    .addPrimaryKeyConstraint('data_restore_waits_key', ['restore_id', 'store', 'scope', 'key'])
    .execute()
}
