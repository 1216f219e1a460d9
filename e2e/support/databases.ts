import type { ConfigInput } from '@baseplate/platform/config/schema'
import { createMigratedDatabase, createPostgresDatabase } from '@baseplate/platform/testing/platforms'
import { borrowProduct } from './borrowed-product.ts'
import { startConfigured } from './configured.ts'
import { filesUrlOf, s3Environment } from './object-store.ts'
import type { Product } from './processes.ts'
import { isCluster } from './processes.ts'
import { startProduct } from './product.ts'

type DatabaseKind = 'SQLite' | 'PostgreSQL'

/** Tests on several sites cover PostgreSQL. Continuous integration sets this where it cannot run them. */
const onOneSite: readonly DatabaseKind[] = process.env.BOTH_DATABASES ? ['SQLite', 'PostgreSQL'] : ['SQLite']

/**
 * The databases that the long scenarios run on: accounts, playing, people, creating, notifications, backups. Several sites share
 * only PostgreSQL.
 */
export const databases: readonly DatabaseKind[] = isCluster ? ['PostgreSQL'] : onOneSite

/** The database for tests of access, formats and processes. Tests beside each query cover the other one. */
export const anyDatabase: DatabaseKind = isCluster ? 'PostgreSQL' : 'SQLite'
export const embedded: readonly DatabaseKind[] = [anyDatabase]

/**
 * Returns the variables that make the product and its commands use a new database. `drop` removes the database.
 *
 * @param isMigrated whether it has its tables, which saves the product the time
 */
export async function openDatabase(kind: DatabaseKind, isMigrated = true) {
  if (kind === 'SQLite') return { environment: {}, drop: async () => {} }
  const { url, name, drop } = await (isMigrated ? createMigratedDatabase() : createPostgresDatabase())
  const filesUrl = isCluster ? filesUrlOf(name) : undefined
  const files = filesUrl ? { FILES_URL: filesUrl, ...s3Environment } : {}
  return { environment: { DATABASE_URL: url, ...files }, drop }
}

/** Borrows a product on this kind of database. One site on PostgreSQL is started, because few files need it. */
export const borrowOn = (kind: DatabaseKind): Promise<Product> =>
  isCluster || kind === 'SQLite' ? borrowProduct() : startOn(kind)

/** Starts the product on a new database, which is removed when the product has stopped. */
export async function startOn(
  kind: DatabaseKind,
  config?: ConfigInput,
  more: Record<string, string> = {},
): Promise<Product> {
  const { environment: database, drop } = await openDatabase(kind)
  const environment = { ...database, ...more }
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
