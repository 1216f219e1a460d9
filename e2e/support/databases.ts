import type { ConfigInput } from '@baseplate/platform/foundation/config/schema'
import { createPostgresDatabase } from '@baseplate/platform/testing/platforms'
import { startConfigured } from './configured.ts'
import { type Product, startProduct } from './product.ts'

/** What the product runs on: the long ways through it (accounts, playing, people, creating) are taken on both. */
export const databases = ['SQLite', 'PostgreSQL'] as const

/** Where doors, formats and processes are looked at: what queries do on the other is tested beside each of them. */
export const embedded = ['SQLite'] as const

/** Variables that make the product run on it; the database is gone after `drop`. */
export async function openDatabase(kind: (typeof databases)[number]) {
  if (kind === 'SQLite') return { environment: {}, drop: async () => {} }
  const { url, drop } = await createPostgresDatabase()
  return { environment: { DATABASE_URL: url }, drop }
}

/** Starts the product on a new database, which is gone when the product has stopped. */
export async function startOn(kind: (typeof databases)[number], config?: ConfigInput): Promise<Product> {
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
