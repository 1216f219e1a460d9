import { type Kysely, sql } from 'kysely'

/** A join counts the open game sessions of its place, including those that have not started. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createIndex('playing_records_seats')
    .on('playing_records')
    .column('place_id')
    .where(sql.ref('ended'), 'is', null)
    .execute()
}
