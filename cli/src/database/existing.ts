import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { CannotStart } from '@baseplate/service/cannot-start'
import { type DatabaseLocation, sqliteFile } from '@baseplate/storage/database/location'
import type { Migrations } from '@baseplate/storage/database/migrate'
import { refuseOtherDatabase } from '@baseplate/storage/database/other-database'
import { openPostgres } from '@baseplate/storage/database/postgres'
import { isCurrentSchema } from '@baseplate/storage/database/schema-version'
import { openSqlite, sqliteDialect } from '@baseplate/storage/database/sqlite'
import { finishRestore } from '@baseplate/storage/restoring'
import { Kysely } from 'kysely'
import { openSnapshot, type Snapshot } from './snapshot.ts'

/**
 * Opens an existing database for a command. Neither creates nor migrates it: a command of a newer version must not change a
 * database that an older version still serves.
 *
 * @throws CannotStart when there is none, it cannot be reached, or it belongs to another version.
 */
export async function openExistingDatabase<Schema>(
  location: DatabaseLocation,
  migrations: Migrations,
): Promise<Kysely<Schema>> {
  await finishRestore(location)
  await requireCurrent(location, migrations)
  return location.url
    ? openPostgres<Schema>(location.url)
    : new Kysely<Schema>({ dialect: sqliteDialect(openSqlite(join(location.dataDirectory, sqliteFile))) })
}

async function requireCurrent(location: DatabaseLocation, migrations: Migrations): Promise<void> {
  const snapshot = await openExistingSnapshot(location)
  await snapshot.close()
  if (!isCurrentSchema(snapshot.migrations, migrations)) {
    throw new CannotStart(
      'The database belongs to another version of Baseplate. Start the product of this version once, then try again.',
    )
  }
}

/**
 * Opens a snapshot of an existing database of any version.
 *
 * @throws CannotStart when there is no data directory or no database, or it cannot be reached.
 */
export async function openExistingSnapshot<Schema>(location: DatabaseLocation): Promise<Snapshot<Schema>> {
  const { url, dataDirectory } = location
  if (!(await exists(dataDirectory))) {
    throw new CannotStart(
      `There is no data directory ${dataDirectory}. Start the product once, or set BASEPLATE_DATA.`,
    )
  }
  await refuseOtherDatabase(location)
  if (!url && !(await exists(join(dataDirectory, sqliteFile)))) {
    throw new CannotStart(
      `There is no database in ${dataDirectory}. Start the product once, or set BASEPLATE_DATA or DATABASE_URL.`,
    )
  }
  const snapshot = await openSnapshot<Schema>(location)
  if (snapshot.migrations.length > 0) return snapshot
  await snapshot.close()
  throw new CannotStart(
    `The database ${url ? 'at DATABASE_URL' : `in ${dataDirectory}`} is empty. Start the product once.`,
  )
}

const exists = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  )
