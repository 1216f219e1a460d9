import { type Kysely, sql } from 'kysely'
import { isPostgres } from '../foundation/database/dialect.ts'
import { isListed } from './initial/catalog.ts'
import { ofAsset, ofUser, required, zeroByDefault } from './initial/columns.ts'

/** Creates outfits, favourite assets, and the indexes of the catalog's filters. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createOutfits(db)
  await createFavourites(db)
  await indexFilters(db)
}

async function createOutfits(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('outfits')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('user_id', 'text', ofUser)
    .addColumn('name', 'text', required)
    .addColumn('name_key', 'text', required)
    .addColumn('shared', 'integer', zeroByDefault)
    .addColumn('head', 'integer', required)
    .addColumn('torso', 'integer', required)
    .addColumn('left_arm', 'integer', required)
    .addColumn('right_arm', 'integer', required)
    .addColumn('left_leg', 'integer', required)
    .addColumn('right_leg', 'integer', required)
    .addColumn('created', 'bigint', required)
    .addUniqueConstraint('outfits_named', ['user_id', 'name_key'])
    .execute()
  // Without a reference to assets, as in `worn_items`.
  await db.schema
    .createTable('outfit_items')
    .addColumn('outfit_id', 'text', (column) => column.notNull().references('outfits.id').onDelete('cascade'))
    .addColumn('asset_id', 'integer', required)
    .addPrimaryKeyConstraint('outfit_items_key', ['outfit_id', 'asset_id'])
    .execute()
}

async function createFavourites(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('asset_favourites')
    .addColumn('user_id', 'text', ofUser)
    .addColumn('asset_id', 'integer', ofAsset)
    .addColumn('created', 'bigint', required)
    .addPrimaryKeyConstraint('asset_favourites_key', ['user_id', 'asset_id'])
    .execute()
  await db.schema
    .createIndex('asset_favourites_newest')
    .on('asset_favourites')
    .columns(['user_id', 'created', 'asset_id'])
    .execute()
  await db.schema.createIndex('asset_favourites_asset').on('asset_favourites').column('asset_id').execute()
  await db.schema.alterTable('assets').addColumn('favourites', 'integer', zeroByDefault).execute()
  await (isPostgres(db) ? countOnPostgres(db) : countOnSqlite(db))
}

async function countOnSqlite(db: Kysely<unknown>): Promise<void> {
  for (const [event, row, change] of [
    ['insert', 'new', '+ 1'],
    ['delete', 'old', '- 1'],
  ]) {
    await sql
      .raw(
        `create trigger asset_favourites_${event} after ${event} on asset_favourites begin
          update assets set favourites = favourites ${change} where id = ${row}.asset_id;
        end`,
      )
      .execute(db)
  }
}

async function countOnPostgres(db: Kysely<unknown>): Promise<void> {
  await sql`create function count_asset_favourites() returns trigger language plpgsql as $$
    begin
      if tg_op = 'INSERT' then
        update assets set favourites = favourites + 1 where id = new.asset_id;
      else
        update assets set favourites = favourites - 1 where id = old.asset_id;
      end if;
      return null;
    end $$`.execute(db)
  await sql`create trigger asset_favourites_counted after insert or delete on asset_favourites
    for each row execute function count_asset_favourites()`.execute(db)
}

/** Adds the price to the catalog's indexes, so that a filter by price reads no rows that it does not show. */
async function indexFilters(db: Kysely<unknown>): Promise<void> {
  for (const [name, order] of [
    ['new', 'created desc, id desc, cheapness'],
    ['sold', 'sold desc, created desc, id desc, cheapness'],
  ]) {
    for (const [index, columns] of [
      [`catalog_${name}`, order],
      [`catalog_type_${name}`, `type, ${order}`],
    ]) {
      await sql.raw(`drop index ${index}`).execute(db)
      await sql.raw(`create index ${index} on assets (${columns}) where ${isListed()}`).execute(db)
    }
  }
  await sql
    .raw(`create index catalog_creator on assets (creator_id, created desc, id desc) where ${isListed()}`)
    .execute(db)
}
