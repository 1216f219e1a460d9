import { type Kysely, sql } from 'kysely'
import { isPostgres } from '../foundation/database/dialect.ts'

/** Groups and their members; assets that are being paid for, the parts of assets, and why one was refused. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createGroups(db)
  await createMembers(db)
  await createCreations(db)
  await createReviews(db)
}

async function createGroups(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('groups')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('name_key', isPostgres(db) ? sql`text collate "C"` : 'text', (column) =>
      column.notNull().unique(),
    )
    .addColumn('owner_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('created', 'bigint', (column) => column.notNull())
    .addColumn('member_count', 'integer', (column) => column.notNull())
    .addColumn('open', 'integer', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('groups_largest').on('groups').columns(['open', 'member_count', 'id']).execute()
  await db.schema.createIndex('groups_owner').on('groups').columns(['owner_id', 'created']).execute()
  if (!isPostgres(db)) await indexPartsOnSqlite(db)
}

/** The index of parts leaves the first character out: names that begin with it are found by their key, once. */
async function indexPartsOnSqlite(db: Kysely<unknown>): Promise<void> {
  await sql`create virtual table group_name_parts
    using fts5(part, content='', contentless_delete=1, tokenize='trigram case_sensitive 1')`.execute(db)
  await sql`create trigger groups_inserted after insert on groups begin
    insert into group_name_parts (rowid, part) values (new.id, substr(new.name_key, 2));
  end`.execute(db)
  await sql`create trigger groups_deleted after delete on groups begin
    delete from group_name_parts where rowid = old.id;
  end`.execute(db)
}

async function createMembers(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('group_members')
    .addColumn('group_id', 'integer', (column) =>
      column.notNull().references('groups.id').onDelete('cascade'),
    )
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('created', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('group_members_key', ['group_id', 'user_id'])
    .execute()
  await db.schema
    .createIndex('group_members_newest')
    .on('group_members')
    .columns(['group_id', 'created', 'user_id'])
    .execute()
  await db.schema
    .createIndex('group_members_user')
    .on('group_members')
    .columns(['user_id', 'created'])
    .execute()
}

async function createCreations(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('creations')
    .addColumn('asset_id', 'integer', (column) => column.primaryKey())
    .addColumn('creator_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('key', 'text', (column) => column.notNull())
    .addColumn('type', 'integer', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('description', 'text', (column) => column.notNull())
    .addColumn('price', 'bigint', (column) => column.notNull())
    .addColumn('for_sale', 'integer', (column) => column.notNull())
    .addColumn('visibility', 'text', (column) => column.notNull())
    .addColumn('file_size', 'bigint', (column) => column.notNull())
    .addColumn('file_sha256', 'text', (column) => column.notNull())
    .addColumn('file_md5', 'text', (column) => column.notNull())
    .addColumn('image_id', 'integer')
    .addColumn('image_size', 'bigint')
    .addColumn('image_sha256', 'text')
    .addColumn('image_md5', 'text')
    .addColumn('created', 'bigint', (column) => column.notNull())
    .addColumn('state', 'text', (column) =>
      column.notNull().check(sql`state in ('pending', 'paid', 'failed')`),
    )
    .addUniqueConstraint('creations_key', ['creator_id', 'key'])
    .execute()
}

async function createReviews(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('asset_parts')
    .addColumn('asset_id', 'integer', (column) =>
      column.primaryKey().references('assets.id').onDelete('cascade'),
    )
    .addColumn('image_id', 'integer', (column) =>
      column.notNull().unique().references('assets.id').onDelete('cascade'),
    )
    .execute()
  await db.schema
    .createTable('asset_refusals')
    .addColumn('asset_id', 'integer', (column) =>
      column.primaryKey().references('assets.id').onDelete('cascade'),
    )
    .addColumn('reason', 'text', (column) => column.notNull())
    .addColumn('created', 'bigint', (column) => column.notNull())
    .execute()
  // Those that wait, the oldest first.
  await db.schema
    .createIndex('assets_pending')
    .on('assets')
    .columns(['created', 'id'])
    .where(sql.ref('visibility'), '=', sql.lit('Pending'))
    .execute()
}
