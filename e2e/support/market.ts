import { afterAll, expect } from 'vitest'
import { type Person, register, visitor } from './person.ts'
import { type Product, startProduct } from './product.ts'

/** A product, and those who meet at its catalog. */
interface Market {
  product: Product
  administrator: Person
  maker: Person
  buyer: Person
  nobody: Person
}

/** Opens one for the tests of a file; it closes, as it should, after the last of them. */
export async function openMarket(): Promise<Market> {
  const product = await startProduct()
  afterAll(async () => expect(await product.stop()).toBe(0))
  return {
    product,
    // Who comes first is the administrator.
    administrator: await register(product.baseUrl, 'Administrator'),
    maker: await register(product.baseUrl, 'Maker'),
    buyer: await register(product.baseUrl, 'Buyer'),
    nobody: visitor(product.baseUrl),
  }
}
