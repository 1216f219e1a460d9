import pg from 'pg'
import { onTestFinished } from 'vitest'
import { PostgresStore } from '../replicated/postgres-store.ts'

/** Connects a process to the log in a database, until the test ends. */
export async function connectProcess(url: string): Promise<PostgresStore> {
  const store = await PostgresStore.connect(url, { mayBeAlone: true })
  onTestFinished(() => store.close())
  return store
}

/** Connects a client that is not part of the ledger, until the test ends. */
export async function connectClient(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  onTestFinished(() => client.end())
  return client
}
