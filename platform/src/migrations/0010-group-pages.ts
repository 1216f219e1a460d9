import { type Kysely, sql } from 'kysely'
import { emptyByDefault, ofGroup, ofUser, required, zeroByDefault } from './initial/columns.ts'
import { countStored } from './initial/storage.ts'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('groups').addColumn('description', 'text', emptyByDefault).execute()
  await db.schema.alterTable('groups').addColumn('icon', 'text').execute()
  await db.schema.alterTable('groups').addColumn('icon_size', 'integer', zeroByDefault).execute()
  await countStored(db, {
    table: 'groups',
    owner: 'owner_id',
    bytes: 'icon_size',
    columns: 'owner_id, icon_size',
  })
  await createComments(db)
  await createPlaces(db)
}

/** Comments on the pages of groups. */
async function createComments(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('group_comments')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('group_id', 'integer', ofGroup)
    .addColumn('author_id', 'text', ofUser)
    .addColumn('parent_id', 'text', (column) => column.references('group_comments.id').onDelete('cascade'))
    .addColumn('root_id', 'text', (column) => column.references('group_comments.id').onDelete('cascade'))
    .addColumn('depth', 'integer', required)
    .addColumn('content', 'text', required)
    .addColumn('created', 'bigint', required)
    .addColumn('visibility', 'text', (column) =>
      column.notNull().check(sql`visibility in ('Visible', 'Moderated', 'Deleted')`),
    )
    .execute()
  const indexes = {
    group_comments_group: ['group_id', 'depth', 'id'],
    group_comments_root: ['root_id', 'id'],
    group_comments_parent: ['parent_id'],
    group_comments_author: ['author_id', 'id'],
  }
  for (const [name, columns] of Object.entries(indexes))
    await db.schema.createIndex(name).on('group_comments').columns(columns).execute()
}

/** A game is listed by one group at most. */
async function createPlaces(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('group_places')
    .addColumn('place_id', 'integer', (column) =>
      column.primaryKey().references('places.id').onDelete('cascade'),
    )
    .addColumn('group_id', 'integer', ofGroup)
    .addColumn('created', 'bigint', required)
    .execute()
  await db.schema
    .createIndex('group_places_group')
    .on('group_places')
    .columns(['group_id', 'created'])
    .execute()
}
