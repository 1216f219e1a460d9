import { afterAll, beforeAll, expect, test } from 'vitest'
import { answer, read, refusal } from '../support/answers.ts'
import { borrowProduct } from '../support/borrowed-product.ts'
import { give, unit } from '../support/money.ts'
import { type Person, register, visitor } from '../support/person.ts'
import type { Product } from '../support/processes.ts'
import { stock } from '../support/stock.ts'

let product: Product
let maker: Person
let buyer: Person

beforeAll(async () => {
  product = await borrowProduct()
  // The first account is the administrator's.
  await register(product.baseUrl, 'Administrator')
  maker = await register(product.baseUrl, 'Maker')
  buyer = await register(product.baseUrl, 'Buyer')
})
afterAll(async () => expect(await product.stop()).toBe(0))

test('lists the catalog in pages and searches it for everyone', async () => {
  const hats = Array.from({ length: 51 }, (_, n) => ({ name: `Hat ${n}`, price: (n % 3) * unit, sold: n }))
  await stock(product, 'Maker', [...hats, { name: 'Wool jumper', type: 11 }])
  const list = (query: string) => read(visitor(product.baseUrl).get(`/catalog${query}`))
  const first = await list('')
  expect([first.assets.length, first.pages, first.assets[0]]).toEqual([
    50,
    2,
    expect.objectContaining({ id: expect.any(Number), name: 'Wool jumper', price: 0 }),
  ])
  const second = await list('?page=2')
  expect(second.assets.map(({ name }: { name: string }) => name)).toEqual(['Hat 1', 'Hat 0'])
  expect((await list('?page=3')).assets).toEqual([])
  expect((await list('?type=11')).assets).toMatchObject([{ name: 'Wool jumper' }])
  expect((await list('?sort=sold')).assets[0]).toMatchObject({
    name: 'Hat 50',
  })
  expect((await list('?sort=price')).assets[0]).toMatchObject({
    price: 0,
  })
  expect(await list('/search?q=jumper')).toMatchObject([
    { id: expect.any(Number), name: 'Wool jumper', price: 0 },
  ])
  expect(await list('/search?q=hat&p=2')).toHaveLength(1)
})

test('charges the buyer the price, pays the maker less the fee, and shows the purchase to both', async () => {
  const [id] = await stock(product, 'Maker', [{ name: 'Crown', price: 3_000_001 }])
  await give(product, 'Buyer', 5)
  expect((await buyer.post(`/catalog/${id}/Crown?/buy`, { price: '3.000001' })).status).toBe(204)
  expect(await read(buyer.get(`/catalog/${id}/Crown`))).toMatchObject({
    owned: true,
    sold: 1,
    balance: 2 * unit - 1,
  })
  expect((await read(buyer.get('/inventory'))).assets).toMatchObject([{ id, name: 'Crown' }])
  expect(await read(maker.get('/economy'))).toMatchObject({
    balance: 2_700_001,
    transactions: [{ change: 2_700_001, username: 'Buyer', link: `/catalog/${id}/Crown` }],
  })
  for (const [who, whom] of [
    [maker, /From [^/]*<a[^>]+href="\/user\/Buyer"/],
    [buyer, /To [^/]*<a[^>]+href="\/user\/Maker"/],
  ] as const)
    expect((await (await who.get('/economy', 'text/html')).text()).replaceAll(/<!--.*?-->/g, '')).toMatch(
      whom,
    )
  expect((await read(maker.get('/notifications'))).notifications[0]).toMatchObject({
    type: 'purchase',
    note: 'bought “Crown”',
    sender: 'Buyer',
    link: `/catalog/${id}/Crown`,
  })
})

test('limits comments to five a minute, allows replies, and notifies the maker of others’ comments', async () => {
  const [id, other] = await stock(product, 'Maker', [{ name: 'Beret' }, { name: 'Bonnet' }])
  const say = (fields: Record<string, string>, who = buyer, asset = id) =>
    answer(who.post(`/catalog/${asset}/any?/comment`, fields))
  expect(await say({ content: '<b>Fine</b>', replyId: '' })).toEqual([204])
  const [comment] = (await read(buyer.get(`/catalog/${id}/Beret`))).comments
  expect(comment).toMatchObject({ content: '<b>Fine</b>', author: { username: 'Buyer' }, replies: [] })
  const noParent = refusal(400, 'The comment that you reply to no longer exists')
  expect(await say({ content: 'x', replyId: comment.id }, buyer, other)).toEqual(noParent)
  expect(await say({ content: 'Thanks', replyId: comment.id }, maker)).toEqual([204])
  expect((await read(maker.get(`/catalog/${id}/Beret`))).comments).toMatchObject([
    { replies: [{ content: 'Thanks', author: { username: 'Maker' } }] },
  ])
  const notifications = (await read(maker.get('/notifications'))).notifications
  expect(notifications.filter(({ type }: { type: string }) => type === 'comment')).toMatchObject([
    { note: 'commented on “Beret”', sender: 'Buyer', link: `/catalog/${id}/Beret` },
  ])
  for (let n = 3; n <= 5; n++) expect(await say({ content: `${n}` })).toEqual([204])
  expect((await say({ content: 'a sixth' }))[0]).toBe(429)
  expect((await say({ content: 'from the same address' }, maker))[0]).toBe(429)
})
