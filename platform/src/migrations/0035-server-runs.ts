import type { Kysely } from 'kysely'

/** Starts of dedicated servers, each with a ticket of its own. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('server_runs')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('place_id', 'integer', (column) =>
      column.notNull().references('places.id').onDelete('cascade'),
    )
    .addColumn('ticket', 'text', (column) => column.notNull().unique())
    .addColumn('created', 'bigint', (column) => column.notNull())
    .addColumn('last_ping', 'bigint', (column) => column.notNull())
    .execute()
}
