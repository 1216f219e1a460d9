import type { Kysely } from 'kysely'
import { ofUser, required } from './initial/columns.ts'

/** Existing accounts keep sharing what everybody has seen so far, and so do accounts that an older version registers. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const setting of ['online', 'playing', 'joinable', 'requests', 'inventory', 'friends'])
    await db.schema
      .alterTable('users')
      .addColumn(`privacy_${setting}`, 'text', (column) => column.notNull().defaultTo('Everybody'))
      .execute()
  await db.schema
    .createTable('user_blocks')
    .addColumn('blocker_id', 'text', ofUser)
    .addColumn('blocked_id', 'text', ofUser)
    .addColumn('created', 'bigint', required)
    .addPrimaryKeyConstraint('user_blocks_key', ['blocker_id', 'blocked_id'])
    .execute()
  await db.schema.createIndex('user_blocks_blocked').on('user_blocks').column('blocked_id').execute()
  await db.schema
    .createTable('user_mutes')
    .addColumn('muter_id', 'text', ofUser)
    .addColumn('muted_id', 'text', ofUser)
    .addColumn('created', 'bigint', required)
    .addPrimaryKeyConstraint('user_mutes_key', ['muter_id', 'muted_id'])
    .execute()
  await db.schema.createIndex('user_mutes_muted').on('user_mutes').column('muted_id').execute()
}
