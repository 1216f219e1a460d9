import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('place_thumbnails')
    .addColumn('place_id', 'integer', (column) =>
      column.notNull().references('places.id').onDelete('cascade'),
    )
    .addColumn('number', 'integer', (column) => column.notNull())
    .addColumn('position', 'integer', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('place_thumbnails_key', ['place_id', 'number'])
    .execute()
}
