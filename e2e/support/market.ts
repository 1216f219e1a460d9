import { afterAll, expect } from 'vitest'
import { borrowProduct } from './borrowed-product.ts'
import { type Person, register, visitor } from './person.ts'
import type { Product } from './processes.ts'

/** A product and the participants in its catalog. */
interface Market {
  product: Product
  administrator: Person
  maker: Person
  buyer: Person
  nobody: Person
}

/** Opens a market for the tests of a file. It closes after the last one and expects a clean exit. */
export async function openMarket(): Promise<Market> {
  const product = await borrowProduct()
  afterAll(async () => expect(await product.stop()).toBe(0))
  return {
    product,
    // The first account is the administrator's.
    administrator: await register(product.baseUrl, 'Administrator'),
    maker: await register(product.baseUrl, 'Maker'),
    buyer: await register(product.baseUrl, 'Buyer'),
    nobody: visitor(product.baseUrl),
  }
}
