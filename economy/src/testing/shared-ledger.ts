import { createDatabase } from '@baseplate/platform/testing/postgres-databases'
import { inject, onTestFinished } from 'vitest'

/** Creates an empty database for a shared ledger, which is dropped when the test ends. */
export async function sharedLedger(): Promise<string> {
  const database = await createDatabase(inject('postgresUrl'))
  onTestFinished(() => database.drop())
  return database.url
}
