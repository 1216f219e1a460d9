import { join } from 'node:path'
import { type Dialect, Kysely } from 'kysely'
import { CannotStart } from '../errors.ts'
import type { Logger } from '../log.ts'
import { finishRestore } from '../restoring.ts'
import { backUpSqlite, type Migrations, migrate } from './migrate.ts'
import { postgresDialect } from './postgres.ts'
import { openSqlite, sqliteDialect } from './sqlite.ts'

export interface DatabaseLocation {
  /** `postgres://…`; absent: the SQLite file in the data directory. */
  url?: string | undefined
  dataDirectory: string
}

/**
 * Opens the one database of the product and migrates it.
 *
 * @throws CannotStart when it cannot be opened, reached or migrated, or a restore was stopped before it had its rows: migrated,
 * it would look like one that has them.
 */
export async function openDatabase<Schema>(
  location: DatabaseLocation,
  migrations: Migrations,
  log: Logger,
): Promise<Kysely<Schema>> {
  await finishRestore(location)
  return location.url
    ? openPostgres<Schema>(location.url, migrations, log)
    : openSqliteFile<Schema>(location.dataDirectory, migrations, log)
}

async function openPostgres<Schema>(
  url: string,
  migrations: Migrations,
  log: Logger,
): Promise<Kysely<Schema>> {
  const { dialect, pool } = postgresDialect(url)
  // An idle connection that breaks is replaced by the pool; without a listener it would end the process.
  pool.on('error', (error) => log.warn({ error: error.message }, 'a database connection broke'))
  try {
    await pool.query('select 1')
  } catch (error) {
    await pool.end()
    throw new CannotStart(`The database at DATABASE_URL cannot be reached: ${(error as Error).message}`)
  }
  return migrated(dialect, migrations, log)
}

async function openSqliteFile<Schema>(
  directory: string,
  migrations: Migrations,
  log: Logger,
): Promise<Kysely<Schema>> {
  const file = join(directory, 'baseplate.sqlite')
  try {
    const database = openSqlite(file)
    return await migrated(sqliteDialect(database), migrations, log, async (migration) => {
      const copy = join(
        directory,
        'backups',
        `before-${migration}-${new Date().toISOString().replaceAll(':', '')}.sqlite`,
      )
      await backUpSqlite(database, copy)
      log.info({ copy }, 'database backed up before its migration')
    })
  } catch (error) {
    if (error instanceof CannotStart) throw error
    throw new CannotStart(`The database ${file} cannot be opened: ${(error as Error).message}`)
  }
}

async function migrated<Schema>(
  dialect: Dialect,
  migrations: Migrations,
  log: Logger,
  backUpBefore?: (migration: string) => Promise<void>,
): Promise<Kysely<Schema>> {
  const db = new Kysely<Schema>({ dialect })
  try {
    await migrate(db, migrations, log, backUpBefore)
    return db
  } catch (error) {
    await db.destroy()
    throw error
  }
}
