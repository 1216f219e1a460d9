import type { Kysely } from 'kysely'

/**
 * What lists show of people and of assets: the name of a small picture, which changes with it. Null: there is none yet.
 * What was drawn before is drawn again: by an edition that has small pictures.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('users').addColumn('portrait', 'text').execute()
  await db.schema.alterTable('assets').addColumn('thumbnail', 'text').execute()
  await db.schema
    .alterTable('renders')
    .addColumn('edition', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
}
