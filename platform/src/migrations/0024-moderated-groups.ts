import { type Kysely, sql } from 'kysely'
import { isPostgres } from '../foundation/database/dialect.ts'

/** Groups are closed and renamed by moderators, and reported. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('groups').addColumn('closed_reason', 'text').execute()
  if (isPostgres(db)) {
    await sql`alter table reports drop constraint reports_type_check`.execute(db)
    await sql`alter table reports add constraint reports_type_check
      check (type in ('user', 'post', 'comment', 'place', 'asset', 'group'))`.execute(db)
    return
  }
  await sql`create trigger groups_renamed after update of name_key on groups begin
    delete from group_name_parts where rowid = old.id;
    insert into group_name_parts (rowid, part) values (new.id, substr(new.name_key, 2));
  end`.execute(db)
  await widenReportsOnSqlite(db)
}

/** SQLite changes no constraint: the table is made anew, with its indexes. Nothing refers to it. */
async function widenReportsOnSqlite(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ type: string; sql: string }>`select type, sql from sqlite_master
    where tbl_name = 'reports' and sql is not null`.execute(db)
  const table = rows.find(({ type }) => type === 'table')?.sql ?? ''
  const wider = table.replace('"reports"', '"wider_reports"').replace("'asset')", "'asset', 'group')")
  await sql.raw(wider).execute(db)
  await sql`insert into wider_reports select * from reports`.execute(db)
  await sql`drop table reports`.execute(db)
  await sql`alter table wider_reports rename to reports`.execute(db)
  for (const index of rows.filter(({ type }) => type === 'index')) await sql.raw(index.sql).execute(db)
}
