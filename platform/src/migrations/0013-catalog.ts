import { type Kysely, sql } from 'kysely'
import { isPostgres } from '../foundation/database/dialect.ts'

/** As many assets at once as are renamed for searching by one statement. */
const perRound = 500

/** What the catalog lists, as `isListed` of its queries has it: approved, and no mere part of something (image, mesh, script). */
const listed = "visibility = 'Visible' and type not in (1, 4, 5)"

/**
 * Assets are sold, owned, commented on, counted and found by name; payments are records of their own, whatever is paid for.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await addAssetColumns(db)
  await fillNameKeys(db)
  await indexLists(db)
  await (isPostgres(db) ? indexNamesOnPostgres(db) : indexPartsOnSqlite(db))
  await countListed(db)
  await (isPostgres(db) ? keepCountsOnPostgres(db) : keepCountsOnSqlite(db))
  await createOwnership(db)
  await createPayments(db)
  await createComments(db)
}

async function addAssetColumns(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('assets')
    .addColumn('price', 'bigint', (added) => added.notNull().defaultTo(0))
    .execute()
  for (const column of ['for_sale', 'sold'] as const) {
    await db.schema
      .alterTable('assets')
      .addColumn(column, 'integer', (added) => added.notNull().defaultTo(0))
      .execute()
  }
  await db.schema
    .alterTable('assets')
    .addColumn('name_key', isPostgres(db) ? sql`text collate "C"` : 'text', (added) =>
      added.notNull().defaultTo(''),
    )
    .execute()
}

/** As `nameKeyOf` was when this was written. */
const nameKeyOf = (name: string) => name.normalize('NFKC').toLowerCase()

async function fillNameKeys(db: Kysely<unknown>): Promise<void> {
  for (let after = 0; ; ) {
    const { rows } = await sql<{ id: number; name: string }>`
      select id, name from assets where id > ${after} order by id limit ${perRound}`.execute(db)
    for (const { id, name } of rows) {
      await sql`update assets set name_key = ${nameKeyOf(name)} where id = ${id}`.execute(db)
      after = id
    }
    if (rows.length < perRound) return
  }
}

/** Each sort has an index in its order, of all types and of one; names have one for those that begin with something. */
async function indexLists(db: Kysely<unknown>): Promise<void> {
  const orders = {
    new: 'created desc, id desc',
    price: 'for_sale desc, price, created desc, id desc',
    sold: 'sold desc, created desc, id desc',
  }
  for (const [name, order] of Object.entries(orders)) {
    await sql`create index ${sql.raw(`catalog_${name} on assets (${order}) where ${listed}`)}`.execute(db)
    await sql`create index ${sql.raw(`catalog_type_${name} on assets (type, ${order}) where ${listed}`)}`.execute(
      db,
    )
  }
  await sql`create index catalog_named on assets (name_key, id) where ${sql.raw(listed)}`.execute(db)
}

/** PostgreSQL's index of parts is of migration 0029. */
async function indexNamesOnPostgres(db: Kysely<unknown>): Promise<void> {
  await sql`create index catalog_names on assets (id) include (name_key) where ${sql.raw(listed)}`.execute(db)
}

/** The index of parts leaves the first character out: names that begin with it are found by the other, once. */
async function indexPartsOnSqlite(db: Kysely<unknown>): Promise<void> {
  await sql`create virtual table asset_name_parts
    using fts5(part, content='', contentless_delete=1, tokenize='trigram case_sensitive 1')`.execute(db)
  await sql`insert into asset_name_parts (rowid, part)
    select id, substr(name_key, 2) from assets where ${sql.raw(listed)}`.execute(db)
  const newListed = sql.raw("new.visibility = 'Visible' and new.type not in (1, 4, 5)")
  const add = sql`insert into asset_name_parts (rowid, part) select new.id, substr(new.name_key, 2) where ${newListed};`
  await sql`create trigger asset_names_inserted after insert on assets begin ${add} end`.execute(db)
  await sql`create trigger asset_names_updated after update of name_key, visibility on assets
    when old.name_key <> new.name_key or old.visibility <> new.visibility begin
    delete from asset_name_parts where rowid = old.id;
    ${add}
  end`.execute(db)
  await sql`create trigger asset_names_deleted after delete on assets begin
    delete from asset_name_parts where rowid = old.id;
  end`.execute(db)
}

/** How many of each type are listed: counting a million for each page would take longer than all else on it. */
async function countListed(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('catalog_counts')
    .addColumn('type', 'integer', (column) => column.primaryKey())
    .addColumn('assets', 'integer', (column) => column.notNull())
    .execute()
  await sql`insert into catalog_counts (type, assets)
    select type, count(*) from assets where ${sql.raw(listed)} group by type`.execute(db)
}

async function keepCountsOnSqlite(db: Kysely<unknown>): Promise<void> {
  const isListed = (row: 'old' | 'new') => `(${row}.visibility = 'Visible' and ${row}.type not in (1, 4, 5))`
  const add = (row: 'old' | 'new', number: 1 | -1) => `
    insert into catalog_counts (type, assets) select ${row}.type, ${number} where ${isListed(row)}
      on conflict (type) do update set assets = assets + ${number};`
  await sql`${sql.raw(`create trigger catalog_counted after insert on assets begin ${add('new', 1)} end`)}`.execute(
    db,
  )
  await sql`${sql.raw(`create trigger catalog_recounted after update of visibility on assets
    when old.visibility <> new.visibility begin ${add('old', -1)} ${add('new', 1)} end`)}`.execute(db)
  await sql`${sql.raw(`create trigger catalog_discounted after delete on assets begin ${add('old', -1)} end`)}`.execute(
    db,
  )
}

async function keepCountsOnPostgres(db: Kysely<unknown>): Promise<void> {
  await sql`create function count_listed() returns trigger language plpgsql as $$
    begin
      if tg_op <> 'INSERT' and old.visibility = 'Visible' and old.type not in (1, 4, 5) then
        update catalog_counts set assets = assets - 1 where type = old.type;
      end if;
      if tg_op <> 'DELETE' and new.visibility = 'Visible' and new.type not in (1, 4, 5) then
        insert into catalog_counts (type, assets) values (new.type, 1)
          on conflict (type) do update set assets = catalog_counts.assets + 1;
      end if;
      return null;
    end $$`.execute(db)
  await sql`create trigger catalog_counted after insert or delete on assets
    for each row execute function count_listed()`.execute(db)
  await sql`create trigger catalog_recounted after update of visibility on assets
    for each row when (old.visibility <> new.visibility) execute function count_listed()`.execute(db)
}

async function createOwnership(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('owned_assets')
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('asset_id', 'integer', (column) =>
      column.notNull().references('assets.id').onDelete('cascade'),
    )
    .addColumn('created', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('owned_assets_key', ['user_id', 'asset_id'])
    .execute()
  await db.schema
    .createIndex('owned_assets_newest')
    .on('owned_assets')
    .columns(['user_id', 'created'])
    .execute()
  await db.schema.createIndex('owned_assets_asset').on('owned_assets').column('asset_id').execute()
  await sql`insert into owned_assets (user_id, asset_id, created)
    select creator_id, id, created from assets where creator_id is not null`.execute(db)
}

/** Without references: what was paid stays, whatever becomes of people and things. */
async function createPayments(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('payments')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('subject', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) =>
      column.notNull().check(sql`state in ('pending', 'paid', 'failed')`),
    )
    .addColumn('payer_id', 'text', (column) => column.notNull())
    .addColumn('payee_id', 'text')
    .addColumn('amount', 'bigint', (column) => column.notNull().check(sql`amount >= 0`))
    .addColumn('fee', 'integer', (column) => column.notNull())
    .addColumn('note', 'text', (column) => column.notNull())
    .addColumn('link', 'text', (column) => column.notNull())
    .addColumn('attempt', 'integer', (column) => column.notNull())
    .addColumn('attempted', 'bigint', (column) => column.notNull())
    .addColumn('created', 'bigint', (column) => column.notNull())
    .addColumn('settled', 'bigint')
    .addColumn('reason', 'text')
    .execute()
  // Nobody pays twice for one thing at once; and what is pending is found without looking at all that ever was.
  await db.schema
    .createIndex('payments_pending')
    .on('payments')
    .columns(['payer_id', 'kind', 'subject'])
    .unique()
    .where(sql.ref('state'), '=', sql.lit('pending'))
    .execute()
  await db.schema.createIndex('payments_payer').on('payments').columns(['payer_id', 'id']).execute()
  await db.schema.createIndex('payments_subject').on('payments').columns(['subject', 'id']).execute()
}

async function createComments(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('comments')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('asset_id', 'integer', (column) =>
      column.notNull().references('assets.id').onDelete('cascade'),
    )
    .addColumn('author_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('parent_id', 'text', (column) => column.references('comments.id').onDelete('cascade'))
    .addColumn('root_id', 'text', (column) => column.references('comments.id').onDelete('cascade'))
    .addColumn('depth', 'integer', (column) => column.notNull())
    .addColumn('content', 'text', (column) => column.notNull())
    .addColumn('created', 'bigint', (column) => column.notNull())
    .addColumn('visibility', 'text', (column) =>
      column.notNull().check(sql`visibility in ('Visible', 'Moderated', 'Deleted')`),
    )
    .execute()
  await db.schema.createIndex('comments_asset').on('comments').columns(['asset_id', 'depth', 'id']).execute()
  await db.schema.createIndex('comments_root').on('comments').columns(['root_id', 'id']).execute()
  await db.schema.createIndex('comments_parent').on('comments').column('parent_id').execute()
  await db.schema.createIndex('comments_author').on('comments').columns(['author_id', 'id']).execute()
}
