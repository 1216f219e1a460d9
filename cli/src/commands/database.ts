import type { Config } from '@baseplate/platform/foundation/config/schema'
import type { Database } from '@baseplate/platform/foundation/database'
import { migrations } from '@baseplate/platform/migrations/all'
import type { Kysely } from 'kysely'
import { openExistingDatabase } from '../database/existing.ts'

/** Runs a command with the product's database. It neither creates nor migrates the database. @throws CannotStart */
export async function withDatabase<T>(
  config: Config,
  work: (db: Kysely<Database>) => Promise<T>,
): Promise<T> {
  const { databaseUrl: url, dataDirectory } = config
  const db = await openExistingDatabase<Database>({ url, dataDirectory }, migrations)
  try {
    return await work(db)
  } finally {
    await db.destroy()
  }
}
