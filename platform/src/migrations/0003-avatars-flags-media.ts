import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  const colour = 'integer'
  await db.schema
    .createTable('body_colours')
    .addColumn('user_id', 'text', (column) => column.primaryKey().references('users.id').onDelete('cascade'))
    .addColumn('head', colour, (column) => column.notNull())
    .addColumn('torso', colour, (column) => column.notNull())
    .addColumn('left_arm', colour, (column) => column.notNull())
    .addColumn('right_arm', colour, (column) => column.notNull())
    .addColumn('left_leg', colour, (column) => column.notNull())
    .addColumn('right_leg', colour, (column) => column.notNull())
    .execute()

  // An asset that is gone stays in what somebody wears until they take it off: clients pass over what is missing.
  await db.schema
    .createTable('worn_items')
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('asset_id', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('worn_items_key', ['user_id', 'asset_id'])
    .execute()

  await db.schema
    .createTable('flags')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('value', 'text')
    .addColumn('updated', 'bigint', (column) => column.notNull())
    .execute()

  await db.schema
    .createTable('screenshots')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('created', 'bigint', (column) => column.notNull())
    .addColumn('format', 'text', (column) => column.notNull())
    .addColumn('width', 'integer', (column) => column.notNull())
    .addColumn('height', 'integer', (column) => column.notNull())
    .addColumn('size', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('screenshots_user').on('screenshots').columns(['user_id', 'created']).execute()
}
