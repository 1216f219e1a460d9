import { type Kysely, sql } from 'kysely'
import { isPostgres } from '../foundation/database/dialect.ts'

/** Rows that have a preview: where its name is copied to, and how the subject of a preview names the row. */
const owners = [
  { kind: 'user', table: 'users', column: 'portrait', id: 'substr(preview.subject, 6)' },
  { kind: 'asset', table: 'assets', column: 'thumbnail', id: 'cast(substr(preview.subject, 7) as integer)' },
] as const

type Owner = (typeof owners)[number]

/**
 * Gives previews a table of their own, which rendering writes. Triggers copy the names to users and assets, whose lists show them,
 * and delete the previews of deleted rows.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('previews')
    .addColumn('subject', 'text', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull())
    .execute()
  for (const { kind, table, column } of owners) {
    await sql
      .raw(
        `insert into previews (subject, name)
          select '${kind}:' || id, ${column} from ${table} where ${column} is not null`,
      )
      .execute(db)
  }
  for (const owner of owners) await (isPostgres(db) ? copyOnPostgres(db, owner) : copyOnSqlite(db, owner))
}

/** Returns the statement that sets the name of the preview in the row that the subject names. */
const copy = ({ table, column, id }: Owner, preview: 'new' | 'old', name: string) =>
  `update ${table} set ${column} = ${name} where id = ${id.replace('preview.', `${preview}.`)}`

async function copyOnSqlite(db: Kysely<unknown>, owner: Owner): Promise<void> {
  const { kind, table } = owner
  const isOf = (preview: 'new' | 'old') => `${preview}.subject like '${kind}:%'`
  const triggers = [
    `create trigger ${kind}_preview_inserted after insert on previews when ${isOf('new')}
      begin ${copy(owner, 'new', 'new.name')}; end`,
    `create trigger ${kind}_preview_updated after update of name on previews when ${isOf('new')}
      begin ${copy(owner, 'new', 'new.name')}; end`,
    `create trigger ${kind}_preview_deleted after delete on previews when ${isOf('old')}
      begin ${copy(owner, 'old', 'null')}; end`,
    `create trigger ${kind}_deleted_preview after delete on ${table}
      begin delete from previews where subject = '${kind}:' || old.id; end`,
  ]
  for (const trigger of triggers) await sql.raw(trigger).execute(db)
}

async function copyOnPostgres(db: Kysely<unknown>, owner: Owner): Promise<void> {
  const { kind, table } = owner
  const statements = [
    `create function copy_${kind}_preview() returns trigger language plpgsql as $$
    begin
      if tg_op = 'DELETE' then
        ${copy(owner, 'old', 'null')};
      else
        ${copy(owner, 'new', 'new.name')};
      end if;
      return null;
    end $$`,
    `create trigger ${kind}_preview_written after insert or update of name on previews
    for each row when (new.subject like '${kind}:%') execute function copy_${kind}_preview()`,
    `create trigger ${kind}_preview_deleted after delete on previews
    for each row when (old.subject like '${kind}:%') execute function copy_${kind}_preview()`,
    `create function delete_${kind}_preview() returns trigger language plpgsql as $$
    begin
      delete from previews where subject = '${kind}:' || old.id;
      return null;
    end $$`,
    `create trigger ${kind}_deleted_preview after delete on ${table}
    for each row execute function delete_${kind}_preview()`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
