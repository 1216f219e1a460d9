import type { Kysely } from 'kysely'

/** Adds the name and version that a game has in its file. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of ['game_name', 'game_version'])
    await db.schema.alterTable('place_files').addColumn(column, 'text').execute()
}
