import { type Kysely, sql } from 'kysely'
import { isPostgres } from '../foundation/database/dialect.ts'

/** What the catalog lists, as the indexes of 0013 have it. */
const listed = "visibility = 'Visible' and type not in (1, 4, 5)"

const order = 'cheapness desc, created desc, id desc'

/** The catalog by price is in the order of columns that all fall, so that a page can begin behind any of its rows. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('assets')
    .addColumn('cheapness', 'bigint', (added) => {
      const generated = added.generatedAlwaysAs(
        sql`case for_sale when 1 then -price else ${sql.lit(Number.MIN_SAFE_INTEGER)} end`,
      )
      return isPostgres(db) ? generated.stored() : generated
    })
    .execute()
  await db.schema.dropIndex('catalog_price').execute()
  await db.schema.dropIndex('catalog_type_price').execute()
  await sql`create index catalog_price on assets (${sql.raw(order)}) where ${sql.raw(listed)}`.execute(db)
  await sql`create index catalog_type_price on assets (type, ${sql.raw(order)}) where ${sql.raw(listed)}`.execute(
    db,
  )
}
