import { createHash } from 'node:crypto'
import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { CannotStart } from '@baseplate/service/cannot-start'
import { sqliteFile } from '@baseplate/storage/database/location'
import type { Migrations } from '@baseplate/storage/database/migrate'
import { copiedPrefix } from '@baseplate/storage/database/other-database'
import {
  isBookkeeping,
  isEmptyPostgres,
  listStored,
  listTables,
  loadRows,
  type RowSource,
  readRows,
  withPostgres,
} from '@baseplate/storage/database/rows'
import type { Kysely } from 'kysely'
import { countRows, lineOf, listSourceTables, openLocked, readSource, requireCurrent } from './copy-source.ts'

/** Rows between two reports of progress. */
const reportedRows = 500

export interface Copied {
  tables: number
  rows: number
  /** New name of the SQLite file. */
  file: string
}

/**
 * Copies the SQLite database of a data directory into an empty PostgreSQL database, compares every row, and renames the
 * SQLite file. One transaction writes everything, so a copy that is stopped leaves nothing behind and can be run again.
 *
 * @throws CannotStart when the product is running, the SQLite database is of another version, the PostgreSQL database has
 * other rows, or a copy differs.
 */
export async function copyToPostgres(
  { url, dataDirectory, now }: { url: string; dataDirectory: string; now: Date },
  { migrations, sqliteOnlyTables }: { migrations: Migrations; sqliteOnlyTables: readonly string[] },
  { signal, onProgress }: { signal: AbortSignal; onProgress: (done: number, all: number) => void },
): Promise<Copied> {
  const source = await openLocked(join(dataDirectory, sqliteFile))
  try {
    requireCurrent(source, migrations)
    const tables = listSourceTables(source).filter((table) => !sqliteOnlyTables.includes(table))
    const progress = countProgress(source, tables, signal, onProgress)
    if (await isEmptyPostgres(url)) await fill(source, tables, url, migrations, progress)
    else await requireSameRows(source, tables, url, progress)
    const file = `${copiedPrefix}${now.toISOString().replaceAll(':', '')}`
    // Writes the log back into the file, and removes the log and its index. They would not belong to the renamed file.
    source.exec('commit; pragma journal_mode = delete')
    await rm(join(dataDirectory, `${sqliteFile}-shm`), { force: true })
    await rename(join(dataDirectory, sqliteFile), join(dataDirectory, file))
    return { tables: tables.length, rows: progress.all, file }
  } finally {
    source.close()
  }
}

interface CopyProgress {
  all: number
  /** Counts a row. @throws when the copy was told to stop */
  step(): void
}

function countProgress(
  source: DatabaseSync,
  tables: readonly string[],
  signal: AbortSignal,
  onProgress: (done: number, all: number) => void,
): CopyProgress {
  const all = tables.reduce((sum, table) => sum + countRows(source, table), 0)
  let done = 0
  return {
    all,
    step() {
      done += 1
      if (done % reportedRows !== 0) return
      signal.throwIfAborted()
      // Each row is read twice: once to be copied, once to be compared.
      onProgress(done, 2 * all)
    },
  }
}

async function fill(
  source: DatabaseSync,
  tables: readonly string[],
  url: string,
  migrations: Migrations,
  progress: CopyProgress,
): Promise<void> {
  const sums = new Map<string, bigint>()
  const rows: RowSource = async function* (table, columns) {
    const sum = new Sum()
    for (const line of readSource(source, table, columns)) {
      progress.step()
      sum.add(line)
      yield line
    }
    sums.set(table, sum.value)
  }
  try {
    await loadRows({ url, rows }, migrations, Object.keys(migrations), {
      onProgress() {},
      async last(db) {
        await requireSameTables(db, tables)
        for (const table of tables) {
          if ((await sumOf(db, table, progress)) !== sums.get(table)) throw new CannotStart(different(table))
        }
      },
    })
  } catch (error) {
    if (error instanceof CannotStart) throw error
    throw new CannotStart(`The database could not be filled: ${(error as Error).message}. Copy again.`)
  }
}

/** Accepts a database that an earlier copy has filled, if that copy was stopped before it renamed the SQLite file. */
async function requireSameRows(
  source: DatabaseSync,
  tables: readonly string[],
  url: string,
  progress: CopyProgress,
): Promise<void> {
  const isCopy = await withPostgres(url, (db) =>
    db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (snapshot) => {
        const found = (await listTables(snapshot)).filter((table) => !isBookkeeping(table))
        if (found.join() !== tables.join()) return false
        for (const table of tables) {
          const columns = await listStored(snapshot, table)
          const sum = new Sum()
          for (const line of readSource(source, table, columns)) sum.add(line)
          if ((await sumOf(snapshot, table, progress)) !== sum.value) return false
        }
        return true
      }),
  )
  if (!isCopy) {
    throw new CannotStart(
      'The database at DATABASE_URL is not empty, and is no copy of the SQLite file. Make another database, and copy into that.',
    )
  }
}

async function requireSameTables(db: Kysely<unknown>, tables: readonly string[]): Promise<void> {
  const made = (await listTables(db)).filter((table) => !isBookkeeping(table))
  if (made.toSorted().join() === tables.join()) return
  throw new CannotStart(`SQLite has the tables ${tables.join(', ')}, PostgreSQL ${made.join(', ')}.`)
}

const different = (table: string) =>
  `The copy of the table ${table} differs from the original. Nothing was copied.`

async function sumOf(db: Kysely<unknown>, table: string, progress: CopyProgress): Promise<bigint> {
  const columns = await listStored(db, table)
  const sum = new Sum()
  for await (const lines of readRows(db, table)) {
    for (const line of lines) {
      progress.step()
      sum.add(lineOf(JSON.parse(line), columns))
    }
  }
  return sum.value
}

/** A checksum that ignores the order of rows, because the databases sort texts differently: the sum of their SHA-256 hashes. */
class Sum {
  value = 0n

  add(line: string): void {
    this.value += BigInt(`0x${createHash('sha256').update(line).digest('hex')}`)
  }
}
