import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sqliteFile } from '@baseplate/storage/database/location'
import { pino } from 'pino'
import { inject, onTestFinished } from 'vitest'
import { parseConfig } from '../config/load.ts'
import type { ConfigInput } from '../config/schema.ts'
import type { Config } from '../foundation/config/schema.ts'
import { openPlatform, type Platform } from '../platform.ts'
import {
  createDatabase,
  createDatabaseInLanguage,
  emptierOf,
  type PostgresDatabase,
} from './postgres-databases.ts'
// Imported for the types of the values that they provide to tests, in projects that do not include these files.
import type {} from './postgres-server.ts'
import type {} from './templates.ts'

/** Databases that tests of queries and verbs run on: `describe.each(databases)`. */
export const databases = ['SQLite', 'PostgreSQL'] as const
export type DatabaseKind = (typeof databases)[number]

export interface TestPlatform extends Platform {
  /** Moves the platform's clocks, as time does. */
  pass(ms: number): void
  /** Sets the clock that shows the time. The steady one goes on. */
  setClock(byMs: number): void
}

/**
 * Migrated databases without rows, for the next tests of this process: emptying one takes a tenth of the time of a copy. The
 * end of the test run drops them.
 */
const idleDatabases: { url: string; empty(): Promise<void> }[] = []

/** Creates a database with all tables and no rows. It is dropped after the test run at the latest. */
export const createMigratedDatabase = (): Promise<PostgresDatabase> => {
  const template = inject('templateDatabase')
  return createDatabase(inject('postgresUrl'), template, template)
}

/** Opens a whole platform on an empty migrated database, with a stopped clock, until the test ends. */
export async function openTestPlatform(
  kind: DatabaseKind,
  written: ConfigInput = {},
  environment: Record<string, string> = {},
): Promise<TestPlatform> {
  const directory = await mkdtemp(join(tmpdir(), 'baseplate-test-'))
  const database =
    kind === 'PostgreSQL' ? (idleDatabases.pop() ?? (await createEmptiedDatabase())) : undefined
  if (kind === 'SQLite')
    await copyFile(join(inject('templateDirectory'), sqliteFile), join(directory, sqliteFile))
  const config: Config = parseConfig(
    // Drawing threads cost more than most tests, so tests of pictures ask for them.
    // Tests name their people after their roles.
    {
      Renderer: { Workers: 0 },
      ...written,
      Registration: { ReservedNames: [], ...written.Registration },
    },
    {
      BASEPLATE_DATA: directory,
      ECONOMY_PORT: '1',
      ...(database && { DATABASE_URL: database.url }),
      ...environment,
    },
    directory,
  )
  let time = Date.UTC(2026, 10, 20, 12)
  let ahead = 0
  const platform = await openPlatform(
    config,
    pino({ level: 'silent' }),
    () => time + ahead,
    () => time,
  )
  onTestFinished(async () => {
    await platform.close()
    if (database) {
      await database.empty()
      idleDatabases.push(database)
    }
    await rm(directory, { recursive: true, force: true })
    await rm(`${directory}.erased-accounts`, { recursive: true, force: true })
  })
  return Object.assign(platform, {
    pass(ms: number) {
      time += ms
    },
    setClock(byMs: number) {
      ahead += byMs
    },
  })
}

async function createEmptiedDatabase() {
  const { url } = await createMigratedDatabase()
  return { url, empty: emptierOf(url) }
}

/** Creates an empty database on the test run's PostgreSQL. */
export const createPostgresDatabase = (): Promise<PostgresDatabase> => createDatabase(inject('postgresUrl'))

/** Creates an empty database whose texts sort in the order of a language. */
export const createPostgresDatabaseInLanguage = (language: string): Promise<PostgresDatabase> =>
  createDatabaseInLanguage(inject('postgresUrl'), language)
