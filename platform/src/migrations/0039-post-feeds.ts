import type { Kysely } from 'kysely'
import { zeroByDefault } from './initial/columns.ts'

/** Posts stay between members until their author offers them to everybody. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('users').addColumn('post_feed', 'integer', zeroByDefault).execute()
}
