import { type Kysely, type RawBuilder, sql } from 'kysely'
import { assetOrNull, groupOrNull, ofUser, placeOrNull, required, zeroByDefault } from './initial/columns.ts'

/** The table of each kind of comments, in the order in which an id that several of them had was looked up. */
const sources = [
  { table: 'asset_comments', subject: 'asset_id', suffix: '' },
  { table: 'place_comments', subject: 'place_id', suffix: 'p' },
  { table: 'group_comments', subject: 'group_id', suffix: 'g' },
] as const

const shared = ['author_id', 'parent_id', 'root_id', 'depth', 'content', 'created', 'visibility']

/**
 * Puts the comments on assets, on places and on groups into one table. Takes time in proportion to the number of comments.
 * Comments keep their ids.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('comments').renameTo('asset_comments').execute()
  await createTable(db)
  for (const [index, { table, subject, suffix }] of sources.entries()) {
    const names = [...shared, subject, ...(subject === 'place_id' ? ['version'] : [])]
    const columns = sql.join(names.map((name) => sql.ref(name)))
    const from = sql.table(table)
    for (const earlier of sources.slice(0, index)) {
      const { rows } = await sql<{ id: string }>`
        select ${from}.id from ${from} inner join ${sql.table(earlier.table)} as other on other.id = ${from}.id`.execute(
        db,
      )
      for (const { id } of rows) await renameComment(db, { from, columns, id, newId: id + suffix })
    }
    await sql`insert into comments (id, ${columns}) select id, ${columns} from ${from}`.execute(db)
  }
  for (const { table } of sources) await db.schema.dropTable(table).execute()
  await createIndexes(db)
}

/** Each kind of subject has a column, so that the comments on a subject are deleted together with it. */
async function createTable(db: Kysely<unknown>): Promise<void> {
  const comment = (column: Parameters<typeof ofUser>[0]) =>
    column.references('comments.id').onDelete('cascade')
  await db.schema
    .createTable('comments')
    .addColumn('id', 'text', required)
    .addColumn('asset_id', 'integer', assetOrNull)
    .addColumn('place_id', 'integer', placeOrNull)
    .addColumn('group_id', 'integer', groupOrNull)
    .addColumn('version', 'integer', zeroByDefault)
    .addColumn('author_id', 'text', ofUser)
    .addColumn('parent_id', 'text', comment)
    .addColumn('root_id', 'text', comment)
    .addColumn('depth', 'integer', required)
    .addColumn('content', 'text', required)
    .addColumn('created', 'bigint', required)
    .addColumn('visibility', 'text', (column) =>
      column.notNull().check(sql`visibility in ('Visible', 'Moderated', 'Deleted')`),
    )
    .addPrimaryKeyConstraint('comments_key', ['id'])
    .addCheckConstraint(
      'comments_subject',
      sql`case when asset_id is null then 0 else 1 end + case when group_id is null then 0 else 1 end
        + case when place_id is null then 0 else 1 end = 1 and (version = 0 or place_id is not null)`,
    )
    .execute()
}

interface Renaming {
  from: RawBuilder<unknown>
  columns: RawBuilder<unknown>
  id: string
  newId: string
}

/**
 * Gives a comment a new id, because a comment of an earlier table has its id. Reports, takedowns and links led to the other one. The
 * new id sorts in the same place.
 */
async function renameComment(db: Kysely<unknown>, { from, columns, id, newId }: Renaming): Promise<void> {
  await sql`insert into ${from} (id, ${columns}) select ${newId}, ${columns} from ${from} where id = ${id}`.execute(
    db,
  )
  await sql`update ${from} set parent_id = ${newId} where parent_id = ${id}`.execute(db)
  await sql`update ${from} set root_id = ${newId} where root_id = ${id}`.execute(db)
  await sql`delete from ${from} where id = ${id}`.execute(db)
}

/** Most columns of an index are null in the comments on other kinds of subjects, which the index leaves out. */
async function createIndexes(db: Kysely<unknown>): Promise<void> {
  const partial: Record<string, [string, ...string[]]> = {
    comments_asset: ['asset_id', 'depth', 'id'],
    comments_place: ['place_id', 'version', 'depth', 'id'],
    comments_group: ['group_id', 'depth', 'id'],
    comments_parent: ['parent_id'],
    comments_root: ['root_id', 'id'],
    // Makers see how many comments their assets and places have had lately.
    comments_asset_recent: ['asset_id', 'created'],
    comments_place_recent: ['place_id', 'created'],
  }
  for (const [name, columns] of Object.entries(partial))
    await db.schema
      .createIndex(name)
      .on('comments')
      .columns(columns)
      .where(sql.ref(columns[0]), 'is not', null)
      .execute()
  await db.schema.createIndex('comments_author').on('comments').columns(['author_id', 'id']).execute()
}
