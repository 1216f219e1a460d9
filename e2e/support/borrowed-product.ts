import { emptier } from './empty.ts'
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

/** The products that the files of this worker borrow, one file after the other, by their purpose. */
const lent = new Map<string, Promise<Lent>>()

/**
 * Borrows the worker's product, with the tables of a new one. Most files take less time to run than a product to start. `stop`
 * returns the product. Its ledger, its stored files and the memory of its processes, such as metrics and the site map, outlast a
 * file. A test that depends on those, changes the configuration or ends processes starts its own product.
 */
export async function borrowProduct(): Promise<Product> {
  const { product, empty } = await lend('emptied', startProduct)
  await empty()
  const earlier = product.output().length
  return { ...product, output: () => product.output().slice(earlier), stop: async () => 0 }
}

/**
 * Borrows the worker's product of several sites, or starts one of one site, for tests that repeat what is limited for each address. One
 * site counts that in its memory, several in their database.
 */
export const borrowCounting = (): Promise<Product> => (isCluster ? borrowProduct() : startProduct())

/**
 * Borrows a product of one site as the file before has left it, for tests whose users and content are their own.
 *
 * @param start starts it for the first file of the worker
 */
export async function borrowFilled(start: () => Promise<Product>): Promise<Product> {
  return (await lend('filled', start)).product
}

function lend(purpose: string, start: () => Promise<Product>): Promise<Lent> {
  const known = lent.get(purpose)
  if (known) return known
  const starting = startLent(purpose, start)
  lent.set(purpose, starting)
  return starting
}

async function startLent(purpose: string, start: () => Promise<Product>): Promise<Lent> {
  const noteEnd = await noteLent(purpose)
  const product = await start().catch(async (error: Error) => {
    await noteEnd(error.message)
    throw error
  })
  return { product, empty: emptier(product), noteEnd }
}

/** Ends the worker's products. */
export async function endLent(): Promise<void> {
  const ending = [...lent.values()].map(async (starting) => {
    // A start that failed has been noted.
    const started = await starting.catch(() => undefined)
    if (!started) return
    const { product, noteEnd } = started
    const code = await product.stop()
    await noteEnd(code === 0 ? undefined : `it ended with ${code}:\n${product.output().slice(-2_000)}`)
  })
  await Promise.all(ending)
}
