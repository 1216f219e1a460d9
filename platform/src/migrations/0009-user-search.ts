import { type Kysely, sql } from 'kysely'
import { isPostgres } from '../foundation/database/dialect.ts'

/**
 * SQLite's index of the trigrams of usernames, for finding people by a part of the name; PostgreSQL's is of migration 0029. It
 * leaves the first character out: names that begin with what is searched for are found by `username_key`'s own index, and are not
 * to be found twice.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await (isPostgres(db) ? onPostgres(db) : onSqlite(db))
}

async function onPostgres(db: Kysely<unknown>): Promise<void> {
  // In the order of its characters' codes, as SQLite has it: names with one beginning stand together in the index.
  await sql`alter table users alter column username_key type text collate "C"`.execute(db)
  await sql`create index users_names on users (id) include (username_key)`.execute(db)
}

async function onSqlite(db: Kysely<unknown>): Promise<void> {
  // The rows of a full-text index have numbers, and those of a table without a number of its own may change.
  await db.schema
    .createTable('user_numbers')
    .addColumn('number', 'integer', (column) => column.primaryKey())
    .addColumn('user_id', 'text', (column) =>
      column.notNull().unique().references('users.id').onDelete('cascade'),
    )
    .execute()
  await sql`create virtual table user_name_parts
    using fts5(part, content='', contentless_delete=1, tokenize='trigram')`.execute(db)
  await sql`insert into user_numbers (user_id) select id from users order by created`.execute(db)
  await sql`insert into user_name_parts (rowid, part)
    select number, substr(username_key, 2) from user_numbers join users on users.id = user_id`.execute(db)

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
