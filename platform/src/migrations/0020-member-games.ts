import type { Kysely } from 'kysely'
import { zeroByDefault } from './initial/columns.ts'

/** Groups whose members may add their games. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('groups').addColumn('member_games', 'integer', zeroByDefault).execute()
}
