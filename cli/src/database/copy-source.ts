import { access } from 'node:fs/promises'
import { DatabaseSync } from 'node:sqlite'
import { CannotStart } from '@baseplate/service/cannot-start'
import type { Migrations } from '@baseplate/storage/database/migrate'
import { isBookkeeping, type StoredColumn } from '@baseplate/storage/database/rows'
import { isCurrentSchema } from '@baseplate/storage/database/schema-version'

const SQLITE_BUSY = 5

/**
 * Opens a SQLite file and locks it until it is closed.
 *
 * @throws CannotStart when the file is missing, in use or unreadable.
 */
export async function openLocked(file: string): Promise<DatabaseSync> {
  await access(file).catch(() => {
    throw new CannotStart(`There is no SQLite database to copy at ${file}.`)
  })
  let database: DatabaseSync | undefined
  try {
    database = new DatabaseSync(file, { timeout: 0 })
    database.exec('pragma locking_mode = exclusive; begin exclusive')
    return database
  } catch (error) {
    database?.close()
    if (error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY) {
      throw new CannotStart(`${file} is in use. Stop the product, then copy again.`)
    }
    throw new CannotStart(`${file} cannot be read: ${(error as Error).message}`)
  }
}

export function requireCurrent(source: DatabaseSync, migrations: Migrations): void {
  const known = source.prepare("select 1 from sqlite_master where name = 'kysely_migration'").get()
  const applied = known ? source.prepare('select name from kysely_migration').all() : []
  const names = applied.map(({ name }) => String(name))
  if (isCurrentSchema(names, migrations)) return
  throw new CannotStart(
    'The SQLite database belongs to another version of Baseplate. Start this version once without DATABASE_URL, stop it, then copy again.',
  )
}

/** Tables with rows of the platform. PostgreSQL has search indexes of its own. */
export function listSourceTables(source: DatabaseSync): string[] {
  const rows = source
    .prepare("select name from pragma_table_list where schema = 'main' and type = 'table' order by name")
    .all()
  return rows
    .map(({ name }) => String(name))
    .filter((name) => !name.startsWith('sqlite_') && !isBookkeeping(name))
}

export const countRows = (source: DatabaseSync, table: string) =>
  Number(source.prepare(`select count(*) as count from ${quoted(table)}`).get()?.count)

/** Reads a SQLite table, each row as JSON with values that fit the columns of PostgreSQL. */
export function* readSource(
  source: DatabaseSync,
  table: string,
  columns: readonly StoredColumn[],
): Generator<string, void> {
  const stored = source
    .prepare(`select name from pragma_table_xinfo(${literal(table)}) where hidden = 0 order by cid`)
    .all()
    .map(({ name }) => String(name))
  const wanted = columns.map(({ name }) => name)
  if (stored.toSorted().join() !== wanted.toSorted().join()) {
    throw new CannotStart(
      `The table ${table} has the columns ${stored.join(', ')} on SQLite, ${wanted.join(', ')} on PostgreSQL.`,
    )
  }
  const statement = source.prepare(`select ${wanted.map(quoted).join(', ')} from ${quoted(table)}`)
  for (const row of statement.iterate()) yield lineOf(row, columns)
}

/** Serializes a row in the same way for both databases. */
export const lineOf = (row: Readonly<Record<string, unknown>>, columns: readonly StoredColumn[]): string =>
  JSON.stringify(Object.fromEntries(columns.map(({ name, type }) => [name, storable(row[name], type)])))

function storable(value: unknown, type: string): unknown {
  // PostgreSQL rejects NUL characters in texts, and `postgres.ts` removes them as well.
  if (typeof value === 'string') return value.replaceAll('\0', '')
  return typeof value === 'number' && type === 'real' ? Math.fround(value) : value
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`
const literal = (text: string) => `'${text.replaceAll("'", "''")}'`
