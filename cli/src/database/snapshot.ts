import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import { CannotStart } from '@baseplate/service/cannot-start'
import { type DatabaseLocation, sqliteFile } from '@baseplate/storage/database/location'
import { openPostgres as connect } from '@baseplate/storage/database/postgres'
import { rowsFolder, writeRows } from '@baseplate/storage/database/rows'
import { appliedMigrations } from '@baseplate/storage/database/schema-version'
import { sqliteDialect } from '@baseplate/storage/database/sqlite'
import { type ControlledTransaction, Kysely, sql } from 'kysely'

/** Pages per step of a copy, which are 4 MB. Each step reports progress. */
const pagesAtATime = 1_000

/** A read-only view of the database at one moment. Later writes do not change it. */
export interface Snapshot<Schema> {
  kind: 'SQLite' | 'PostgreSQL'
  db: Kysely<Schema>
  /** Names of the applied migrations; empty when the database is empty. */
  migrations: readonly string[]
  /** Returns the damage that SQLite's own checks find, one sentence each. PostgreSQL has no such check. */
  damages(): Promise<string[]>
  /** Copies the database into an empty folder. Returns the names of the files. */
  copyTo(folder: string, onProgress: (done: number, all: number) => void): Promise<string[]>
  close(): Promise<void>
}

/**
 * Opens the product's database beside the running product. It neither changes nor migrates the database.
 *
 * @throws CannotStart when there is no database, or it cannot be reached.
 */
export async function openSnapshot<Schema>(location: DatabaseLocation): Promise<Snapshot<Schema>> {
  const opened = location.url ? openPostgres<Schema>(location.url) : openSqliteFile<Schema>(location)
  const { db, close, ...rest } = await opened
  try {
    // The first read defines the moment of the snapshot.
    return { db, close, ...rest, migrations: await appliedMigrations(db) }
  } catch (error) {
    await close()
    throw new CannotStart(`The database cannot be read: ${(error as Error).message}`)
  }
}

type Opened<Schema> = Omit<Snapshot<Schema>, 'migrations'>

async function openSqliteFile<Schema>({ dataDirectory }: DatabaseLocation): Promise<Opened<Schema>> {
  const file = join(dataDirectory, sqliteFile)
  try {
    await access(file)
    const database = new DatabaseSync(file, { readOnly: true, timeout: 5_000 })
    database.exec('begin')
    const db = new Kysely<Schema>({ dialect: sqliteDialect(database) })
    return {
      kind: 'SQLite',
      db,
      damages: () => integrityErrorsOf(db),
      // Uses the connection whose transaction holds the snapshot. On any other connection, SQLite restarts the copy at each
      // write, and would never finish on a busy platform.
      copyTo: async (folder, onProgress) => {
        await backup(database, join(folder, sqliteFile), {
          rate: pagesAtATime,
          progress: ({ totalPages, remainingPages }) => onProgress(totalPages - remainingPages, totalPages),
        })
        return [sqliteFile]
      },
      close: () => db.destroy(),
    }
  } catch (error) {
    throw new CannotStart(`There is no database to read at ${file}: ${(error as Error).message}`)
  }
}

async function openPostgres<Schema>(url: string): Promise<Opened<Schema>> {
  const outer = connect<Schema>(url)
  let transaction: ControlledTransaction<Schema>
  try {
    transaction = await outer
      .startTransaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute()
  } catch (error) {
    await outer.destroy()
    throw new CannotStart(`The database at DATABASE_URL cannot be reached: ${(error as Error).message}`)
  }
  return {
    kind: 'PostgreSQL',
    db: transaction,
    damages: async () => [],
    async copyTo(folder, onProgress) {
      const names = await writeRows(transaction, join(folder, rowsFolder), onProgress)
      return names.map((name) => `${rowsFolder}/${name}`)
    },
    async close() {
      await transaction.rollback().execute()
      await outer.destroy()
    },
  }
}

async function integrityErrorsOf<Schema>(db: Kysely<Schema>): Promise<string[]> {
  const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(db)
  const { rows: orphans } = await sql<{ table: string; parent: string }>`pragma foreign_key_check`.execute(db)
  return [
    ...rows.map((row) => row.integrity_check).filter((said) => said !== 'ok'),
    ...orphans.map(({ table, parent }) => `a row of ${table} refers to a missing row of ${parent}`),
  ]
}
