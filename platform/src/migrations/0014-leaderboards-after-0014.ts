import { type Kysely, sql } from 'kysely'
import { byCodePoint, required } from './initial/columns.ts'

/** Adds leaderboards of games. A world is no foreign key, as in the data of games. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const name = byCodePoint(db)
  await db.schema.alterTable('data_looks').addColumn('reason', 'text').execute()
  await db.schema
    .createTable('data_leaderboards')
    .addColumn('world_id', 'integer', required)
    .addColumn('store', name, required)
    .addColumn('title', 'text', required)
    .addColumn('period', 'text', required)
    .addColumn('keep', 'text', required)
    .addPrimaryKeyConstraint('data_leaderboards_key', ['world_id', 'store'])
    .execute()
  await db.schema
    .createTable('data_scores')
    .addColumn('world_id', 'integer', required)
    .addColumn('store', name, required)
    .addColumn('began', 'bigint', required)
    .addColumn('number', 'integer', required)
    .addColumn('score', 'double precision', required)
    .addColumn('expires', 'bigint')
    .addPrimaryKeyConstraint('data_scores_key', ['world_id', 'store', 'began', 'number'])
    .execute()
  await db.schema
    .createIndex('data_scores_order')
    .on('data_scores')
    .columns(['world_id', 'store', 'began', 'score desc', 'number'])
    .execute()
  await db.schema.createIndex('data_scores_player').on('data_scores').column('number').execute()
  await db.schema
    .createIndex('data_scores_expiring')
    .on('data_scores')
    .column('expires')
    .where(sql.ref('expires'), 'is not', null)
    .execute()
}
