import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, register, visitor } from '../support/person.ts'
import { type Product, startProduct } from '../support/product.ts'

let product: Product
let maker: Person
let buyer: Person

beforeAll(async () => {
  product = await startProduct()
  maker = await register(product.baseUrl, 'Maker')
  buyer = await register(product.baseUrl, 'Buyer')
})
afterAll(async () => expect(await product.stop()).toBe(0))

async function mint(person: Person, amount: number) {
  const { id } = (await (await person.get(`/user/${person === maker ? 'Maker' : 'Buyer'}`)).json()) as {
    id: string
  }
  const body = JSON.stringify({ To: `user:${id}`, Amount: amount, Note: 'Prize' })
  await fetch(`${product.economyUrl}/mint`, { method: 'POST', body })
}

const json = async (response: Response) => [response.status, await response.json()]

test('an item is listed, searched, seen, bought and talked about by programs', async () => {
  const nobody = visitor(product.baseUrl)
  expect((await nobody.get('/catalog/123456789/hat')).status).toBe(302)
  expect((await buyer.get('/catalog/123456789/hat')).status).toBe(404)
  expect((await buyer.get('/catalog/123456789')).status).toBe(404)
  expect(await json(await nobody.get('/catalog/search?q=hat'))).toEqual([200, []])
  for (const query of ['', '?q=', '?q=a&p=0', '?q=a&p=x']) {
    const refused = await nobody.get(`/catalog/search${query}`, '*/*')
    expect([refused.status, Object.keys((await refused.json()) as object)]).toEqual([400, ['message']])
  }
  expect((await nobody.get('/catalog?page=0')).status).toBe(400)
  await mint(buyer, 5_000_000)
})
