import type { Kysely } from 'kysely'

/** Orders the list of the most played places. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createIndex('places_most_played')
    .on('places')
    .columns(['private_server', 'played_ms', 'created', 'id'])
    .execute()
}
