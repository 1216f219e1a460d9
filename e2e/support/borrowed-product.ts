import { emptierOf } from '@baseplate/platform/testing/postgres-databases'
import { noteLent } from './lent-products.ts'
import { isCluster, type Product } from './processes.ts'
import { startProduct } from './product.ts'

interface Lent {
  product: Product
  /** Deletes all rows that its borrowers have written. */
  empty(): Promise<void>
  /** Notes that it has ended. */
  noteEnd(failure?: string): Promise<void>
}

/** The product that the files of this worker borrow, one after the other. */
let lent: Promise<Lent> | undefined

/**
 * Borrows the worker's product of several sites, with the tables of a new one. Most files take less time to run than a
 * pair of sites to start. `stop` returns the product. Its ledger, its stored files and the memory of its processes, such
 * as metrics and the site map, outlast a file. A test that depends on those, changes the configuration or ends processes
 * starts its own product.
 */
export async function borrowProduct(): Promise<Product> {
  if (!isCluster) return startProduct()
  lent ??= startLent()
  const { product, empty } = await lent
  await empty()
  const earlier = product.output().length
  return { ...product, output: () => product.output().slice(earlier), stop: async () => 0 }
}

/**
 * Borrows the worker's product of one site as the file before has left it, for tests whose users and content are their own.
 *
 * @param start starts it for the first file of the worker
 */
export async function borrowFilled(start: () => Promise<Product>): Promise<Product> {
  lent ??= startLent(start)
  const { product } = await lent
  return product
}

async function startLent(start: () => Promise<Product> = startProduct): Promise<Lent> {
  const noteEnd = await noteLent()
  const product = await start().catch(async (error: Error) => {
    await noteEnd(error.message)
    throw error
  })
  // The rows that a product writes at its start.
  const kept = ['installation_secrets', 'jobs']
  return { product, empty: emptierOf(product.databaseUrl ?? '', kept), noteEnd }
}

/** Ends the worker's product, if there is one. */
export async function endLent(): Promise<void> {
  // A start that failed has been noted.
  const started = await lent?.catch(() => undefined)
  if (!started) return
  const { product, noteEnd } = started
  const code = await product.stop()
  await noteEnd(code === 0 ? undefined : `it ended with ${code}:\n${product.output().slice(-2_000)}`)
}
