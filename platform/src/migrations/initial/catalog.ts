import { isPostgres } from '@baseplate/storage/database/dialect'
import { type Kysely, sql } from 'kysely'
import { required } from './columns.ts'

/** Condition for the assets that the catalog lists: visible, and no image, mesh or script. `row` ends in a dot. */
export const isListed = (row: 'old.' | 'new.' | '' = ''): string =>
  `${row}visibility = 'Visible' and ${row}type not in (1, 4, 5)`

/** Creates an index for each order of the catalog, and the number of listed assets of each type. */
export async function createCatalog(db: Kysely<unknown>): Promise<void> {
  await sql.raw(`create index catalog_named on assets (name_key, id) where ${isListed()}`).execute(db)
  const orders = {
    price: 'cheapness desc, created desc, id desc',
    // With the price, so that a filter by price reads no rows that it does not show.
    new: 'created desc, id desc, cheapness',
    sold: 'sold desc, created desc, id desc, cheapness',
  }
  for (const [name, order] of Object.entries(orders)) {
    for (const [index, columns] of [
      [`catalog_${name}`, order],
      [`catalog_type_${name}`, `type, ${order}`],
    ]) {
      await sql.raw(`create index ${index} on assets (${columns}) where ${isListed()}`).execute(db)
    }
  }
  await sql
    .raw(`create index catalog_creator on assets (creator_id, created desc, id desc) where ${isListed()}`)
    .execute(db)
  // Counting a million rows would take longer than the rest of a page.
  await db.schema
    .createTable('catalog_counts')
    .addColumn('type', 'integer', (column) => column.primaryKey())
    .addColumn('assets', 'integer', required)
    .execute()
  await (isPostgres(db) ? countOnPostgres(db) : countOnSqlite(db))
}

async function countOnSqlite(db: Kysely<unknown>): Promise<void> {
  const count = (row: 'old' | 'new', change: 1 | -1) => `
    insert into catalog_counts (type, assets) select ${row}.type, ${change} where (${isListed(`${row}.`)})
      on conflict (type) do update set assets = assets + ${change};`
  const triggers = [
    `create trigger catalog_counted after insert on assets begin ${count('new', 1)} end`,
    `create trigger catalog_recounted after update of visibility on assets
      when old.visibility <> new.visibility begin ${count('old', -1)} ${count('new', 1)} end`,
    `create trigger catalog_discounted after delete on assets begin ${count('old', -1)} end`,
  ]
  for (const trigger of triggers) await sql.raw(trigger).execute(db)
}

async function countOnPostgres(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`create function count_listed() returns trigger language plpgsql as $$
    begin
      if tg_op <> 'INSERT' and ${isListed('old.')} then
        update catalog_counts set assets = assets - 1 where type = old.type;
      end if;
      if tg_op <> 'DELETE' and ${isListed('new.')} then
        insert into catalog_counts (type, assets) values (new.type, 1)
          on conflict (type) do update set assets = catalog_counts.assets + 1;
      end if;
      return null;
    end $$`)
    .execute(db)
  await sql`create trigger catalog_counted after insert or delete on assets
    for each row execute function count_listed()`.execute(db)
  await sql`create trigger catalog_recounted after update of visibility on assets
    for each row when (old.visibility <> new.visibility) execute function count_listed()`.execute(db)
}
