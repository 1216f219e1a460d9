import type { ConfigInput } from '@baseplate/platform/foundation/config/schema'
import { createPostgresDatabase } from '@baseplate/platform/testing/platforms'
import { startConfigured } from './configured.ts'
import { isCluster } from './processes.ts'
import { type Product, startProduct } from './product.ts'

type DatabaseKind = 'SQLite' | 'PostgreSQL'

/** The databases that the long scenarios run on: accounts, playing, people, creating. Several sites share only PostgreSQL. */
export const databases: readonly DatabaseKind[] = isCluster ? ['PostgreSQL'] : ['SQLite', 'PostgreSQL']

/** The database for tests of access, formats and processes. Tests beside each query cover the other one. */
export const embedded: readonly DatabaseKind[] = isCluster ? ['PostgreSQL'] : ['SQLite']

/** Returns the variables that make the product run on a new database. `drop` removes the database. */
export async function openDatabase(kind: DatabaseKind) {
  if (kind === 'SQLite') return { environment: {}, drop: async () => {} }
  const { url, drop } = await createPostgresDatabase()
  return { environment: { DATABASE_URL: url }, drop }
}

/** Starts the product on a new database, which is removed when the product has stopped. */
export async function startOn(kind: DatabaseKind, config?: ConfigInput): Promise<Product> {
  const { environment, drop } = await openDatabase(kind)
  const product = await (config ? startConfigured(config, environment) : startProduct(environment))
  return {
    ...product,
    async stop() {
      const code = await product.stop()
      await drop()
      return code
    },
  }
}
