import type { Kysely } from 'kysely'
import { ofUser, oneOfUser, required, zeroByDefault } from './columns.ts'

/** Creates the tables of avatars. */
export async function createAvatars(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('body_colours')
    .addColumn('user_id', 'text', oneOfUser)
    .addColumn('head', 'integer', required)
    .addColumn('torso', 'integer', required)
    .addColumn('left_arm', 'integer', required)
    .addColumn('right_arm', 'integer', required)
    .addColumn('left_leg', 'integer', required)
    .addColumn('right_leg', 'integer', required)
    .execute()
  // Without a reference to assets: an avatar keeps a deleted item until its user takes it off, and clients skip missing items.
  await db.schema
    .createTable('worn_items')
    .addColumn('user_id', 'text', ofUser)
    .addColumn('asset_id', 'integer', required)
    .addPrimaryKeyConstraint('worn_items_key', ['user_id', 'asset_id'])
    .execute()
  await db.schema.createIndex('worn_items_asset').on('worn_items').columns(['asset_id', 'user_id']).execute()
  await createOutfits(db)
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
