import { type Kysely, sql } from 'kysely'
import { zeroByDefault } from './initial/columns.ts'

/** Adds the setting `services` of places, and the players whom game servers have verified. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('places').addColumn('services', 'integer', zeroByDefault).execute()
  const records = () => db.schema.alterTable('playing_records')
  await records().addColumn('number', 'integer').execute()
  await records().addColumn('key_hash', 'text').execute()
  await records().addColumn('verified', 'bigint').execute()
  await records().addColumn('server_ticket', 'text').execute()
  await records().addColumn('connected', 'integer', zeroByDefault).execute()
  await records().addColumn('end_reason', 'text').execute()
  // Neither index has sessions of players who were never verified or removed, so a join writes none of them.
  await db.schema
    .createIndex('playing_records_connected')
    .on('playing_records')
    .column('place_id')
    .where(sql.ref('connected'), '=', sql.lit(1))
    .execute()
  await db.schema
    .createIndex('playing_records_removed')
    .on('playing_records')
    .column('place_id')
    .where(sql<boolean>`end_reason in ('kicked', 'moderated')`)
    .execute()
}
