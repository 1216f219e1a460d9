import { type Kysely, sql } from 'kysely'
import { ofUser, oneOfUser, required, zeroByDefault } from './columns.ts'

/** Creates the tables of avatars and of the render queue. */
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
  await createRenders(db)
}

async function createRenders(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('renders')
    .addColumn('subject', 'text', (column) => column.primaryKey())
    .addColumn('render_id', 'text', (column) => column.notNull().unique())
    .addColumn('state', 'text', required)
    .addColumn('priority', 'integer', required)
    .addColumn('attempts', 'integer', zeroByDefault)
    .addColumn('requested', 'bigint', required)
    .addColumn('due', 'bigint', required)
    .addColumn('finished', 'bigint')
    .addColumn('reason', 'text')
    .addColumn('edition', 'integer', required)
    // Broken items that the picture leaves out.
    .addColumn('omitted', 'text')
    // How often a renderer was lost while it drew this subject.
    .addColumn('losses', 'integer', zeroByDefault)
    .execute()
  // Nearly all renders are done, so the state comes first.
  await db.schema
    .createIndex('renders_queue')
    .on('renders')
    .columns(['state', 'priority', 'requested'])
    .execute()
  await db.schema
    .createIndex('renders_asked')
    .on('renders')
    .columns(['state', 'requested', 'subject'])
    .execute()
  await db.schema
    .createIndex('renders_incomplete')
    .on('renders')
    .columns(['requested', 'subject'])
    .where(sql.ref('omitted'), 'is not', null)
    .execute()
}
