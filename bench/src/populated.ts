import { join } from 'node:path'
import type { Platform } from '@baseplate/platform/platform'
import { startPostgres } from '@baseplate/platform/testing/postgres-server'
import { processorSecondsOf } from './processor-time.ts'
import { type Product, startProduct } from './product.ts'

/** A product on a database that was filled before it started. */
export interface Populated {
  product: Product
  /** Returns the processor time of site, database and all their processes so far. */
  processorSeconds(): Promise<number>
  stop(): Promise<void>
}

/** @param database `SQLite` or `PostgreSQL` @param what describes the content of the database */
export async function startPopulated(
  database: string,
  what: string,
  seed: (platform: Platform) => Promise<void>,
): Promise<Populated> {
  const postgres = database === 'PostgreSQL' ? await startPostgres() : undefined
  const filled = async (platform: Platform) => {
    const started = performance.now()
    await seed(platform)
    process.stderr.write(`${what} in ${((performance.now() - started) / 1000).toFixed(0)} s\n`)
  }
  const product = await startProduct(filled, {
    BASEPLATE_CONFIG: join(import.meta.dirname, 'no-rendering.config.ts'),
    ...(postgres && { DATABASE_URL: postgres.url }),
  })
  const processes = [product.site.pid, ...(postgres ? [postgres.pid] : [])]
  return {
    product,
    processorSeconds: () => processorSecondsOf(processes),
    async stop() {
      await product.stop()
      await postgres?.stop()
    },
  }
}
