import { type Kysely, sql } from 'kysely'

/** What a picture leaves out as it is broken, and how often a request was lost with its renderer. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('renders').addColumn('omitted', 'text').execute()
  await db.schema
    .alterTable('renders')
    .addColumn('losses', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  // Few of all that is done: the list of these is read in this order.
  await db.schema
    .createIndex('renders_incomplete')
    .on('renders')
    .columns(['requested', 'subject'])
    .where(sql.ref('omitted'), 'is not', null)
    .execute()
}
