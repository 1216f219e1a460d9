import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import { pino } from 'pino'
import { onTestFinished } from 'vitest'
import type { Database } from '../database.ts'
import { openDatabase } from '../foundation/database/open.ts'
import { migrations } from '../migrations/all.ts'
import { createPostgresDatabase, type DatabaseKind } from './platforms.ts'

/**
 * An empty database of the test's own, for what a migration makes of rows that there are; gone when the test is over.
 *
 * @returns opens it with all migrations applied, or only those whose names come before one, of which the number is enough.
 */
export async function makeUnmigrated(
  kind: DatabaseKind,
): Promise<(before?: string) => Promise<Kysely<Database>>> {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'baseplate-test-'))
  const postgres = kind === 'PostgreSQL' ? await createPostgresDatabase() : undefined
  onTestFinished(async () => {
    await postgres?.drop()
    await rm(dataDirectory, { recursive: true })
  })
  return (before) =>
    openDatabase<Database>(
      { dataDirectory, url: postgres?.url },
      Object.fromEntries(
        Object.entries(migrations).filter(([name]) => before === undefined || name < before),
      ),
      pino({ level: 'silent' }),
    )
}
