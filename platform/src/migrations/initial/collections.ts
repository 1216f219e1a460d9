import { isPostgres } from '@baseplate/storage/database/dialect'
import { type Kysely, sql } from 'kysely'
import { ofAsset, ofUser, required } from './columns.ts'

/** Creates the tables of owned assets, favourites and wish lists. */
export async function createCollections(db: Kysely<unknown>): Promise<void> {
  await createOwnership(db)
  await createFavourites(db)
  await (isPostgres(db) ? countOnPostgres(db) : countOnSqlite(db))
  await createWishes(db)
}

async function createOwnership(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('owned_assets')
    .addColumn('user_id', 'text', ofUser)
    .addColumn('asset_id', 'integer', ofAsset)
    .addColumn('created', 'bigint', required)
    .addPrimaryKeyConstraint('owned_assets_key', ['user_id', 'asset_id'])
    .execute()
  await db.schema
    .createIndex('owned_assets_newest')
    .on('owned_assets')
    .columns(['user_id', 'created'])
    .execute()
  await db.schema.createIndex('owned_assets_asset').on('owned_assets').column('asset_id').execute()
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
}

/** Counts the favourites of each asset. */
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

/** Items that users wish for. */
async function createWishes(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('asset_wishes')
    .addColumn('user_id', 'text', ofUser)
    .addColumn('asset_id', 'integer', ofAsset)
    .addColumn('created', 'bigint', required)
    .addPrimaryKeyConstraint('asset_wishes_key', ['user_id', 'asset_id'])
    .execute()
  await db.schema
    .createIndex('asset_wishes_newest')
    .on('asset_wishes')
    .columns(['user_id', 'created', 'asset_id'])
    .execute()
  await db.schema.createIndex('asset_wishes_asset').on('asset_wishes').column('asset_id').execute()
}
