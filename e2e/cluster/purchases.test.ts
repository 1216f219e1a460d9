import { resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { json } from '../support/game.ts'
import { give, unit } from '../support/money.ts'
import { type Person, register } from '../support/person.ts'
import { runToEnd } from '../support/product.ts'
import { type Sites, startSites } from '../support/sites.ts'
import { stock } from '../support/stock.ts'

let product: Sites
let buyer: Person
beforeAll(async () => {
  product = await startSites(2, {
    BASEPLATE_CONFIG: resolve(import.meta.dirname, '../support/no-rendering.config.ts'),
  })
  await register(product.baseUrl, 'Maker')
  buyer = await register(product.baseUrl, 'Buyer')
})
afterAll(async () => {
  expect(await product.stop()).toBe(0)
})

/** Buys an item at each site at the same moment. Returns the statuses. */
const buyTwice = (id: number | undefined) =>
  Promise.all(
    product.siteUrls.map(async (siteUrl) => {
      const headers = { cookie: buyer.cookie ?? '', accept: 'application/json', origin: product.baseUrl }
      const body = new URLSearchParams()
      return (await fetch(`${siteUrl}/catalog/${id}/x?/buy`, { method: 'POST', headers, body })).status
    }),
  )
const balance = async () => (await json<{ balance: number }>(await buyer.get('/economy'))).balance

test('an item that one buyer buys at two sites at once is charged and granted once', async () => {
  const rounds = 10
  await give(product, 'Buyer', rounds)
  const items = await stock(
    product,
    'Maker',
    Array.from({ length: rounds }, () => ({ name: 'Hat', price: unit })),
  )
  for (const [round, id] of items.entries()) {
    const statuses = await buyTwice(id)
    // The later request finds the purchase of the other one, pending or done.
    expect(statuses).toContain(204)
    for (const status of statuses) expect([204, 400]).toContain(status)
    await expect.poll(balance).toBe((rounds - 1 - round) * unit)
    const item = await json<{ owned: boolean; sold: number }>(await buyer.get(`/catalog/${id}/Hat`))
    expect(item).toMatchObject({ owned: true, sold: 1 })
  }
  expect(await runToEnd('reconcile', product.environment)).toEqual({
    code: 0,
    output: `${rounds + 1} events of the ledger, ${rounds} payments: all is well\n`,
  })
})

test('a buyer whose balance is enough for one of two items gets one', async () => {
  const [one, other] = await stock(product, 'Maker', [
    { name: 'Crown', price: 3 * unit },
    { name: 'Crown', price: 3 * unit },
  ])
  const before = await balance()
  await give(product, 'Buyer', 3)
  const statuses = (await Promise.all([buyTwice(one), buyTwice(other)])).flat()
  expect(statuses).toContain(204)
  await expect.poll(balance).toBe(before)
  const owned = await Promise.all(
    [one, other].map(
      async (id) => (await json<{ owned: boolean }>(await buyer.get(`/catalog/${id}/Crown`))).owned,
    ),
  )
  expect(owned.toSorted()).toEqual([false, true])
})
