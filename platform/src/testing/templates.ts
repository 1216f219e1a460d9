import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '@baseplate/storage/database/open'
import { pino } from 'pino'
import type { TestProject } from 'vitest/node'
import { migrations } from '../migrations/all.ts'
import { createDatabase, dropDatabases } from './postgres-databases.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Data directory with a migrated SQLite database. */
    templateDirectory: string
    /** Name of a migrated PostgreSQL database. */
    templateDatabase: string
  }
}

/** Provides an empty migrated database of each kind. Tests copy them, which is faster than migrating. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'baseplate-template-'))
  const server = project.getProvidedContext().postgresUrl
  const { url, name } = await createDatabase(server)
  for (const location of [{ dataDirectory }, { dataDirectory, url }]) {
    const db = await openDatabase(location, migrations, pino({ level: 'silent' }))
    await db.destroy()
  }
  project.provide('templateDirectory', dataDirectory)
  project.provide('templateDatabase', name)
  return async () => {
    await dropDatabases(server, name)
    await rm(dataDirectory, { recursive: true })
  }
}
