import { createReadStream } from 'node:fs'
import { mkdir, open } from 'node:fs/promises'
import { join } from 'node:path'
import { CannotStart } from '@baseplate/service/cannot-start'
import { type Kysely, sql } from 'kysely'
import { applyPending, type Migrations } from './migrate.ts'
import { openPostgres } from './postgres.ts'
import { requireFitPostgres } from './requirements.ts'

/** Folder of the rows in a copy of a PostgreSQL database. */
export const rowsFolder = 'database.rows'

/** Rows per read or write. They are held in memory. */
const rowsAtATime = 500

/** Whether a table is Kysely's record of migrations, which every database writes itself. */
export const isBookkeeping = (table: string) => table.startsWith('kysely_')

/** A column that is stored, not generated. */
export interface StoredColumn {
  name: string
  type: string
}

/** The rows of a table, each as a JSON object with its columns. */
export type RowSource = (table: string, columns: readonly StoredColumn[]) => AsyncIterable<string>

/** Reads the rows that `writeRows` has written. */
export const rowsIn =
  (folder: string): RowSource =>
  (table) =>
    linesOf(join(folder, fileOf(table)))

const fileOf = (table: string) => `${table}.jsonl`

/**
 * Writes the rows of a PostgreSQL database into a new folder: one file per table, one line per row, as the JSON that PostgreSQL
 * writes and reads.
 *
 * @param db in a transaction, so that all rows are of one moment.
 * @returns the names of the files.
 */
export async function writeRows<Schema>(
  db: Kysely<Schema>,
  folder: string,
  onProgress: (done: number, all: number) => void,
): Promise<string[]> {
  const tables = (await listTables(db)).filter((table) => !isBookkeeping(table))
  await mkdir(folder)
  for (const [index, table] of tables.entries()) {
    onProgress(index, tables.length)
    const file = await open(join(folder, fileOf(table)), 'wx', 0o600)
    try {
      for await (const lines of readRows(db, table)) {
        await file.appendFile(lines.map((line) => `${line}\n`).join(''))
      }
    } finally {
      await file.close()
    }
  }
  return tables.map(fileOf)
}

/** Reads a table of PostgreSQL in batches, each row as the JSON that PostgreSQL makes of it. Needs a transaction. */
export async function* readRows<Schema>(db: Kysely<Schema>, table: string): AsyncGenerator<string[], void> {
  await sql`declare table_rows no scroll cursor for
    select row_to_json(a_row)::text as line from ${sql.table(table)} as a_row`.execute(db)
  for (;;) {
    const { rows } = await sql<{ line: string }>`fetch ${sql.lit(rowsAtATime)} from table_rows`.execute(db)
    if (rows.length === 0) break
    yield rows.map(({ line }) => line)
  }
  await sql`close table_rows`.execute(db)
}

/** @throws CannotStart when the database cannot be reached or is not empty. */
export async function expectEmptyPostgres(url: string): Promise<void> {
  await withPostgres(url, (db) => requireFitPostgres(db, true))
  if (await isEmptyPostgres(url)) return
  throw new CannotStart(
    'The database at DATABASE_URL is not empty. Stop the product, make another database, and restore into that.',
  )
}

/** @throws CannotStart when the database cannot be reached. */
export const isEmptyPostgres = (url: string): Promise<boolean> =>
  withPostgres(url, async (db) => (await listTables(db)).length === 0)

/**
 * Fills an empty PostgreSQL database with the rows of another one, all or nothing.
 *
 * @param applied names of the migrations that the rows' database had.
 * @param last runs at the end of the transaction. If it throws, the database stays empty.
 * @throws CannotStart
 */
export async function loadRows(
  { url, rows }: { url: string; rows: RowSource },
  migrations: Migrations,
  applied: readonly string[],
  {
    onProgress,
    last,
  }: { onProgress: (done: number, all: number) => void; last: (db: Kysely<unknown>) => Promise<void> },
): Promise<void> {
  await withPostgres(url, (db) =>
    db.transaction().execute(async (trx) => {
      if ((await listTables(trx)).length > 0) throw new CannotStart('The database is not empty any more.')
      await migrateAsFar(trx, migrations, applied)
      const tables = (await listTables(trx)).filter((table) => !isBookkeeping(table))
      // Rows refer to each other in all directions, and they include rows that triggers maintain.
      const constraints = await dropForeignKeys(trx)
      await sql`truncate ${sql.join(tables.map((table) => sql.table(table)))}`.execute(trx)
      for (const [index, table] of tables.entries()) {
        onProgress(index, tables.length)
        await sql`alter table ${sql.table(table)} disable trigger user`.execute(trx)
        await loadTable(trx, table, rows)
        await sql`alter table ${sql.table(table)} enable trigger user`.execute(trx)
      }
      for (const { table, name, definition } of constraints) {
        await sql`alter table ${sql.table(table)} add constraint ${sql.ref(name)} ${sql.raw(definition)}`.execute(
          trx,
        )
      }
      // Without statistics, the first queries would use the slowest plans.
      await sql`analyze`.execute(trx)
      await last(trx)
    }),
  )
}

export async function listTables<Schema>(db: Kysely<Schema>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') order by relname`.execute(
    db,
  )
  return rows.map(({ name }) => name)
}

/** Migrates to the version of the rows. The next start applies the later migrations. */
async function migrateAsFar(
  db: Kysely<unknown>,
  migrations: Migrations,
  applied: readonly string[],
): Promise<void> {
  const known = Object.entries(migrations).filter(([name]) => applied.includes(name))
  await applyPending(db, Object.fromEntries(known)).catch((error: Error) => {
    throw new CannotStart(`The database could not be made: ${error.message}`)
  })
}

async function dropForeignKeys(db: Kysely<unknown>) {
  const { rows } = await sql<{ table: string; name: string; definition: string }>`
    select relname as "table", conname as name, pg_get_constraintdef(pg_constraint.oid) as definition
    from pg_constraint join pg_class on pg_class.oid = conrelid
    where contype = 'f' and connamespace = current_schema()::regnamespace`.execute(db)
  for (const { table, name } of rows)
    await sql`alter table ${sql.table(table)} drop constraint ${sql.ref(name)}`.execute(db)
  return rows
}

async function loadTable(db: Kysely<unknown>, table: string, rows: RowSource): Promise<void> {
  const stored = await listStored(db, table)
  const columns = sql.join(stored.map(({ name }) => sql.ref(name)))
  const load = (lines: readonly string[]) =>
    sql`insert into ${sql.table(table)} (${columns})
      select ${columns} from json_populate_recordset(null::${sql.table(table)}, ${`[${lines.join(',')}]`}::json)`.execute(
      db,
    )
  let lines: string[] = []
  for await (const line of rows(table, stored)) {
    lines.push(line)
    if (lines.length < rowsAtATime) continue
    await load(lines)
    lines = []
  }
  if (lines.length > 0) await load(lines)
}

export async function listStored(db: Kysely<unknown>, table: string): Promise<StoredColumn[]> {
  const { rows } = await sql<StoredColumn>`
    select attname as name, atttypid::regtype::text as type from pg_attribute join pg_class on pg_class.oid = attrelid
    where relname = ${table} and relnamespace = current_schema()::regnamespace
      and attnum > 0 and not attisdropped and attgenerated = ''
    order by attnum`.execute(db)
  return rows
}

/** Splits lines at `\n` only. Node's `readline` also splits at U+2028, which texts may contain. */
async function* linesOf(file: string): AsyncGenerator<string, void> {
  let rest = ''
  for await (const text of createReadStream(file, { encoding: 'utf8', highWaterMark: 512 * 1024 })) {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
}

export async function withPostgres<T>(url: string, use: (db: Kysely<unknown>) => Promise<T>): Promise<T> {
  const db = openPostgres<unknown>(url)
  try {
    await sql`select 1`.execute(db).catch((error: Error) => {
      throw new CannotStart(`The database at DATABASE_URL cannot be reached: ${error.message}`)
    })
    return await use(db)
  } finally {
    await db.destroy()
  }
}
