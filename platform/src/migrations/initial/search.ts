import { isPostgres } from '@baseplate/storage/database/dialect'
import { type Kysely, sql } from 'kysely'
import { isListed } from './catalog.ts'
import { required } from './columns.ts'

/**
 * Creates the indexes that find names by any part of at least three characters. They leave the first character out, because the
 * index of a table's name keys already finds names that begin with the searched text.
 */
export async function createSearch(db: Kysely<unknown>): Promise<void> {
  // SQLite walks through all open groups without an index of both columns.
  await db.schema.createIndex('groups_named').on('groups').columns(['open', 'name_key']).execute()
  if (isPostgres(db)) {
    await indexNamesOnPostgres(db)
    return
  }
  await indexUsersOnSqlite(db)
  await indexPlacesOnSqlite(db)
  await indexGroupsOnSqlite(db)
  await indexAssetsOnSqlite(db)
}

/**
 * Indexes every sequence of three characters, as SQLite's trigram tokenizer does. PostgreSQL's `pg_trgm` ignores all characters
 * except letters and digits, and which characters are letters depends on the locale of the database.
 */
async function indexNamesOnPostgres(db: Kysely<unknown>): Promise<void> {
  await sql`create function name_parts(name text) returns text[] language sql immutable strict parallel safe as $$
    select array(select distinct substr(name, at, 3) from generate_series(2, length(name) - 2) as at)
  $$`.execute(db)
  const tables = [
    { table: 'users', key: 'username_key', inOrder: 'users_names on users (id)', where: '' },
    { table: 'places', key: 'name_key', inOrder: 'places_names on places (listed, id)', where: '' },
    { table: 'groups', key: 'name_key', inOrder: 'groups_names on groups (open, id)', where: '' },
    {
      table: 'assets',
      key: 'name_key',
      inOrder: 'catalog_names on assets (id)',
      where: `where ${isListed()}`,
    },
  ]
  for (const { table, key, inOrder, where } of tables) {
    await sql.raw(`create index ${inOrder} include (${key}) ${where}`).execute(db)
    await sql
      .raw(
        `create index ${table}_name_parts on ${table} using gin (name_parts(${key})) with (fastupdate = off) ${where}`,
      )
      .execute(db)
  }
}

async function indexUsersOnSqlite(db: Kysely<unknown>): Promise<void> {
  // The rows of a full-text index have numbers, and SQLite may renumber the rows of a table whose primary key is a text.
  await db.schema
    .createTable('user_numbers')
    .addColumn('number', 'integer', (column) => column.primaryKey())
    .addColumn('user_id', 'text', (column) =>
      required(column).unique().references('users.id').onDelete('cascade'),
    )
    .execute()
  await sql`create virtual table user_name_parts
    using fts5(part, content='', contentless_delete=1, tokenize='trigram')`.execute(db)
  await sql`create trigger users_numbered after insert on users begin
    insert into user_numbers (user_id) values (new.id);
    insert into user_name_parts (rowid, part) values (last_insert_rowid(), substr(new.username_key, 2));
  end`.execute(db)
  await sql`create trigger users_renamed after update of username_key on users begin
    update user_name_parts set part = substr(new.username_key, 2)
      where rowid = (select number from user_numbers where user_id = new.id);
  end`.execute(db)
  await sql`create trigger user_numbers_deleted after delete on user_numbers begin
    delete from user_name_parts where rowid = old.number;
  end`.execute(db)
}

async function indexPlacesOnSqlite(db: Kysely<unknown>): Promise<void> {
  await sql`create virtual table place_name_parts
    using fts5(part, content='', contentless_delete=1, tokenize='trigram case_sensitive 1')`.execute(db)
  await sql`create trigger places_inserted after insert on places begin
    insert into place_name_parts (rowid, part) values (new.id, substr(new.name_key, 2));
  end`.execute(db)
  await sql`create trigger places_renamed after update of name_key on places begin
    update place_name_parts set part = substr(new.name_key, 2) where rowid = new.id;
  end`.execute(db)
  await sql`create trigger places_deleted after delete on places begin
    delete from place_name_parts where rowid = old.id;
  end`.execute(db)
}

async function indexGroupsOnSqlite(db: Kysely<unknown>): Promise<void> {
  await sql`create virtual table group_name_parts
    using fts5(part, content='', contentless_delete=1, tokenize='trigram case_sensitive 1')`.execute(db)
  await sql`create trigger groups_inserted after insert on groups begin
    insert into group_name_parts (rowid, part) values (new.id, substr(new.name_key, 2));
  end`.execute(db)
  await sql`create trigger groups_renamed after update of name_key on groups begin
    delete from group_name_parts where rowid = old.id;
    insert into group_name_parts (rowid, part) values (new.id, substr(new.name_key, 2));
  end`.execute(db)
  await sql`create trigger groups_deleted after delete on groups begin
    delete from group_name_parts where rowid = old.id;
  end`.execute(db)
}

async function indexAssetsOnSqlite(db: Kysely<unknown>): Promise<void> {
  await sql`create virtual table asset_name_parts
    using fts5(part, content='', contentless_delete=1, tokenize='trigram case_sensitive 1')`.execute(db)
  const add = `insert into asset_name_parts (rowid, part) select new.id, substr(new.name_key, 2) where ${isListed('new.')};`
  const triggers = [
    `create trigger asset_names_inserted after insert on assets begin ${add} end`,
    `create trigger asset_names_updated after update of name_key, visibility on assets
      when old.name_key <> new.name_key or old.visibility <> new.visibility begin
      delete from asset_name_parts where rowid = old.id;
      ${add}
    end`,
    `create trigger asset_names_deleted after delete on assets begin
      delete from asset_name_parts where rowid = old.id;
    end`,
  ]
  for (const trigger of triggers) await sql.raw(trigger).execute(db)
}
