import { EconomyFault, systemFault } from '../fault.ts'
import type { StoreOptions } from './postgres-session.ts'
import { PostgresStore } from './postgres-store.ts'

/** Connects as `PostgresStore.connect` does. @throws EconomyFault, even if the server cannot be reached */
export async function connectStore(url: string, options: StoreOptions): Promise<PostgresStore> {
  try {
    return await PostgresStore.connect(url, options)
  } catch (error) {
    throw error instanceof EconomyFault ? error : systemFault('cannot reach the ledger in PostgreSQL', error)
  }
}
