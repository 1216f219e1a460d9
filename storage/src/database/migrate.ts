import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { backup, type DatabaseSync } from 'node:sqlite'
import { CannotStart } from '@baseplate/service/cannot-start'
import { second } from '@baseplate/service/clock'
import type { Logger } from '@baseplate/service/log'
import { type Kysely, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { isPostgres } from './dialect.ts'
import { DatabaseUnavailable } from './outage.ts'
import { lockMigrations } from './postgres.ts'
import { hasPending, requireFitPostgres } from './requirements.ts'
import { appliedMigrations, refuseLaterSchema, schemaOf } from './schema-version.ts'

/** A migration that does not get its table within this time is rolled back and tried again. */
const tableLockMs = 2 * second

export type Migrations = Readonly<Record<string, Migration>>

interface Migrating<Schema> {
  /** Handle for the migrations. By default, they use the handle that finds the pending ones. */
  on?: Kysely<Schema>
  backUpBefore?: (migration: string) => Promise<void>
}

/**
 * Brings the schema up to date, in the order of the migrations' names.
 *
 * @throws CannotStart when a migration fails, or this version cannot work with the database of a later one; DatabaseUnavailable.
 */
export async function migrate<Schema>(
  db: Kysely<Schema>,
  migrations: Migrations,
  log: Logger,
  { on = db, backUpBefore }: Migrating<Schema> = {},
): Promise<void> {
  try {
    const applied = await appliedMigrations(db)
    if (isPostgres(db)) await requireFitPostgres(db, hasPending(applied, migrations))
    if (refuseLaterSchema(applied, migrations, log)) return
    // Kysely would read each column of each table to find pending migrations.
    const [first] = Object.keys(migrations)
      .filter((name) => !applied.includes(name))
      .toSorted()
    if (first === undefined) return
    if (applied.length > 0) await backUpBefore?.(first)
    const names = await (isPostgres(on)
      ? on.transaction().execute(async (trx) => {
          await lockMigrations(trx)
          if (refuseLaterSchema(await appliedMigrations(trx), migrations, log)) return []
          // While a migration waits for a table, requests of the running processes queue behind it.
          await sql`set local lock_timeout = ${sql.lit(tableLockMs)}`.execute(trx)
          return applyPending(trx, migrations)
        })
      : applyPending(on, migrations))
    if (applied.length === 0) log.info({ migrations: names.length }, 'database created')
    else for (const migration of names) log.info({ migration }, 'database migrated')
  } catch (error) {
    if (error instanceof DatabaseUnavailable || error instanceof CannotStart) throw error
    throw new CannotStart(`The database could not be brought up to date: ${(error as Error).message}`)
  }
}

/**
 * Applies all migrations that the database has not had.
 *
 * @returns the names of the migrations that were applied.
 */
export async function applyPending<Schema>(db: Kysely<Schema>, migrations: Migrations): Promise<string[]> {
  const migrationTableSchema = await schemaOf(db)
  const provider = { getMigrations: async () => ({ ...migrations }) }
  const migrator = new Migrator({ db, provider, ...(migrationTableSchema && { migrationTableSchema }) })
  const { error, results = [] } = await migrator.migrateToLatest()
  if (error) throw error
  return results.map(({ migrationName }) => migrationName)
}

/** Copies the SQLite database to a new file, consistently and while it is in use. */
export async function backUpSqlite(database: DatabaseSync, file: string): Promise<void> {
  mkdirSync(dirname(file), { recursive: true })
  await backup(database, file)
}
