import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { backup, type DatabaseSync } from 'node:sqlite'
import type { Kysely } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { CannotStart } from '../errors.ts'
import type { Logger } from '../log.ts'

export type Migrations = Readonly<Record<string, Migration>>

/**
 * Brings the schema up to date, in the order of the migrations' names.
 *
 * @throws CannotStart when a migration fails or the database comes from a newer version of the product.
 */
export async function migrate<Schema>(
  db: Kysely<Schema>,
  migrations: Migrations,
  log: Logger,
  backUpBefore?: (migration: string) => Promise<void>,
): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => ({ ...migrations }) } })
  try {
    const known = await migrator.getMigrations()
    const pending = known.filter((migration) => !migration.executedAt)
    const first = pending[0]
    if (!first) return
    if (known.length > pending.length) await backUpBefore?.(first.name)
    const { error, results = [] } = await migrator.migrateToLatest()
    if (error) throw error
    for (const result of results) log.info({ migration: result.migrationName }, 'database migrated')
  } catch (error) {
    throw new CannotStart(`The database could not be brought up to date: ${(error as Error).message}`)
  }
}

/** Copies the whole SQLite database, consistently and while it is in use, to a file that is new each time. */
export async function backUpSqlite(database: DatabaseSync, file: string): Promise<void> {
  mkdirSync(dirname(file), { recursive: true })
  await backup(database, file)
}
