import { type Kysely, sql } from 'kysely'
import { isPostgres } from '../foundation/database/dialect.ts'
import { byCodePoint, emptyByDefault, required, zeroByDefault } from './initial/columns.ts'

/** Adds the index of files in object storage: docs/decisions/0031-files-have-two-drivers.md. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('stored_objects')
    .addColumn('object_key', 'text', (column) => column.primaryKey())
    .addColumn('size', 'bigint', zeroByDefault)
    .addColumn('sha256', 'text', emptyByDefault)
    .addColumn('unused_since', 'bigint')
    .execute()
  await db.schema
    .createIndex('stored_objects_unused')
    .on('stored_objects')
    .column('unused_since')
    .where(sql.ref('unused_since'), 'is not', null)
    .execute()
  await db.schema
    .createTable('stored_files')
    .addColumn('name', byCodePoint(db), (column) => column.primaryKey())
    .addColumn('object_key', 'text', (column) => column.notNull().references('stored_objects.object_key'))
    .addColumn('modified', 'bigint', required)
    .addColumn('used', 'bigint', required)
    .execute()
  await db.schema.createIndex('stored_files_object').on('stored_files').column('object_key').execute()
  await (isPostgres(db) ? markUnusedOnPostgres(db) : markUnusedOnSqlite(db))
}

/** Notes when an object may have lost its last name, however that happened. */
async function markUnusedOnSqlite(db: Kysely<unknown>): Promise<void> {
  const mark = `update stored_objects set unused_since = cast(unixepoch('subsec') * 1000 as integer)
    where object_key = old.object_key;`
  for (const trigger of [
    `stored_files_delete after delete on stored_files begin ${mark} end`,
    `stored_files_update after update of object_key on stored_files
      when old.object_key <> new.object_key begin ${mark} end`,
  ])
    await sql.raw(`create trigger ${trigger}`).execute(db)
}

async function markUnusedOnPostgres(db: Kysely<unknown>): Promise<void> {
  await sql`create function mark_unused_object() returns trigger language plpgsql as $$
    begin
      update stored_objects set unused_since = (extract(epoch from clock_timestamp()) * 1000)::bigint
      where object_key = old.object_key;
      return null;
    end $$`.execute(db)
  await sql`create trigger stored_files_deleted after delete on stored_files
    for each row execute function mark_unused_object()`.execute(db)
  await sql`create trigger stored_files_updated after update of object_key on stored_files
    for each row when (old.object_key <> new.object_key) execute function mark_unused_object()`.execute(db)
}
