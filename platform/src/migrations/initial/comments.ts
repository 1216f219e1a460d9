import { type CreateTableBuilder, type Kysely, sql } from 'kysely'
import { ofAsset, ofGroup, ofPlace, ofUser, required, zeroByDefault } from './columns.ts'

/** Creates the comments on assets, on places and their updates, and on groups. */
export async function createComments(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('comments')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('asset_id', 'integer', ofAsset)
    .$call(addCommentColumns('comments'))
    .execute()
  await indexComments(db, 'comments', { comments_asset: ['asset_id', 'depth', 'id'] })
  await db.schema
    .createTable('place_comments')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('place_id', 'integer', ofPlace)
    .addColumn('version', 'integer', zeroByDefault)
    .$call(addCommentColumns('place_comments'))
    .execute()
  await indexComments(db, 'place_comments', { place_comments_place: ['place_id', 'version', 'depth', 'id'] })
  await db.schema
    .createTable('group_comments')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('group_id', 'integer', ofGroup)
    .$call(addCommentColumns('group_comments'))
    .execute()
  await indexComments(db, 'group_comments', { group_comments_group: ['group_id', 'depth', 'id'] })
  // Makers see how many comments their assets and places have had lately.
  await db.schema.createIndex('comments_recent').on('comments').columns(['asset_id', 'created']).execute()
  await db.schema
    .createIndex('place_comments_recent')
    .on('place_comments')
    .columns(['place_id', 'created'])
    .execute()
}

/** Adds the columns that all comments have after their id and their subject. */
const addCommentColumns =
  (table: string) =>
  <Name extends string, Columns extends string>(builder: CreateTableBuilder<Name, Columns>) =>
    builder
      .addColumn('author_id', 'text', ofUser)
      .addColumn('parent_id', 'text', (column) => column.references(`${table}.id`).onDelete('cascade'))
      .addColumn('root_id', 'text', (column) => column.references(`${table}.id`).onDelete('cascade'))
      .addColumn('depth', 'integer', required)
      .addColumn('content', 'text', required)
      .addColumn('created', 'bigint', required)
      .addColumn('visibility', 'text', (column) =>
        column.notNull().check(sql`visibility in ('Visible', 'Moderated', 'Deleted')`),
      )

async function indexComments(
  db: Kysely<unknown>,
  table: string,
  ofSubject: Record<string, string[]>,
): Promise<void> {
  const indexes: Record<string, string[]> = {
    ...ofSubject,
    [`${table}_root`]: ['root_id', 'id'],
    [`${table}_parent`]: ['parent_id'],
    [`${table}_author`]: ['author_id', 'id'],
  }
  for (const [name, columns] of Object.entries(indexes))
    await db.schema.createIndex(name).on(table).columns(columns).execute()
}
