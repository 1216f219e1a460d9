import { isPostgres } from '@baseplate/storage/database/dialect'
import { type CreateTableBuilder, type Kysely, sql } from 'kysely'
import { byCodePoint, emptyByDefault, required, zeroByDefault } from './columns.ts'

export async function createFoundation(db: Kysely<unknown>): Promise<void> {
  await createAssetIds(db)
  await createFollowUps(db)
  await createSecrets(db)
  await createJobs(db)
  await createConfirmedTime(db)
  await createLimits(db)
  await createMails(db)
  await createStoredFiles(db)
  await (isPostgres(db) ? markUnusedOnPostgres(db) : markUnusedOnSqlite(db))
}

/** Places and assets share one range of ids, which their two primary keys cannot ensure. */
async function createAssetIds(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('asset_ids')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .execute()
}

/** Work that a committed change leaves for later. */
async function createFollowUps(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('follow_ups')
    .addColumn('subject', 'text', required)
    .addColumn('step', 'text', required)
    .addColumn('priority', 'integer', required)
    .addColumn('request', 'text', required)
    .addColumn('position', 'text', required)
    .addPrimaryKeyConstraint('follow_ups_key', ['subject', 'step'])
    .execute()
}

/** Secrets that all processes of an installation share, such as the signing key. */
async function createSecrets(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('installation_secrets')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('value', 'text', required)
    .addColumn('created', 'bigint', required)
    .execute()
}

/** The jobs of all processes, and which process runs each. */
async function createJobs(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('jobs')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('due', 'bigint', required)
    .addColumn('holder', 'text', required)
    .addColumn('leased_until', 'bigint', required)
    .addColumn('last_ms', 'bigint', zeroByDefault)
    .addColumn('last_end', 'bigint', zeroByDefault)
    .addColumn('last_error', 'text', emptyByDefault)
    .execute()
}

/** The time for what cannot be undone, in one row. */
async function createConfirmedTime(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('confirmed_time')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('time', 'bigint', required)
    .addColumn('ahead', 'bigint', required)
    .addColumn('waited', 'bigint', required)
    .execute()
}

/** Counts of limits, for all processes on one database. */
async function createLimits(db: Kysely<unknown>): Promise<void> {
  await startUnloggedTable(db, 'limit_counts')
    .addColumn('key', 'text', (column) => column.primaryKey())
    .addColumn('count', 'integer', required)
    .addColumn('expires', 'bigint', required)
    .execute()
  await db.schema.createIndex('limit_counts_expires').on('limit_counts').column('expires').execute()
}

/**
 * Begins a table that PostgreSQL does not log: a write costs no wait for the disk, and a crash of the server empties the table.
 */
export function startUnloggedTable<Name extends string>(
  db: Kysely<unknown>,
  name: Name,
): CreateTableBuilder<Name, never> {
  const table = db.schema.createTable(name)
  return isPostgres(db) ? table.modifyFront(sql`unlogged`) : table
}

/** Mail that waits for its delivery. */
async function createMails(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('mails')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('recipient', 'text', required)
    .addColumn('subject', 'text', required)
    .addColumn('text', 'text', required)
    .addColumn('html', 'text', required)
    .addColumn('unsubscribe', 'text', emptyByDefault)
    .addColumn('created', 'bigint', required)
    .addColumn('due', 'bigint', required)
    .addColumn('attempts', 'integer', required)
    .execute()
  await db.schema.createIndex('mails_due').on('mails').column('due').execute()
}

/** The index of files in object storage: docs/decisions/0031-files-have-two-drivers.md. */
async function createStoredFiles(db: Kysely<unknown>): Promise<void> {
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
