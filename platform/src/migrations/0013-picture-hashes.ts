import { type Kysely, sql } from 'kysely'

/** Hashes of pictures, with which reviewers find refused items that look alike. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['assets', 'creations'])
    await db.schema
      .alterTable(table)
      .addColumn('picture_hash', 'text', (column) => column.notNull().defaultTo(''))
      .execute()
  await sql`
    create index assets_refused_pictures on assets (created, id, picture_hash)
    where visibility = 'Moderated' and picture_hash <> ''`.execute(db)
}
