import { expect, test } from 'vitest'
import { answer, invalidFields, read, refusal } from '../support/answers.ts'
import { openMarket } from '../support/market.ts'
import { give, unit } from '../support/money.ts'
import { stock } from '../support/stock.ts'

const { product, administrator, maker, buyer, nobody } = await openMarket()

const notThere = refusal(404, 'Asset not found')

test('lists the catalog in pages and searches it for everyone, and rejects invalid pages', async () => {
  const hats = Array.from({ length: 51 }, (_, n) => ({ name: `Hat ${n}`, price: (n % 3) * unit, sold: n }))
  await stock(product, 'Maker', [...hats, { name: 'Wool jumper', type: 11 }])
  const first = await read(nobody.get('/catalog'))
  expect([first.assets.length, first.pages, first.assets[0]]).toEqual([
    50,
    2,
    expect.objectContaining({ id: expect.any(Number), name: 'Wool jumper', price: 0 }),
  ])
  const second = await read(nobody.get('/catalog?page=2'))
  expect(second.assets.map(({ name }: { name: string }) => name)).toEqual(['Hat 1', 'Hat 0'])
  expect((await read(nobody.get('/catalog?page=3'))).assets).toEqual([])
  expect((await read(nobody.get('/catalog?type=11'))).assets).toMatchObject([{ name: 'Wool jumper' }])
  expect((await read(nobody.get('/catalog?sort=sold'))).assets[0]).toMatchObject({ name: 'Hat 50' })
  expect((await read(nobody.get('/catalog?sort=price'))).assets[0]).toMatchObject({ price: 0 })
  for (const query of ['page=0', 'page=-1', 'page=x', 'page=1.5', 'sort=best', 'type=hat'])
    expect([query, (await nobody.get(`/catalog?${query}`)).status]).toEqual([query, 400])

  expect(await read(nobody.get('/catalog/search?q=jumper'))).toMatchObject([
    { id: expect.any(Number), name: 'Wool jumper', price: 0 },
  ])
  expect(await read(nobody.get('/catalog/search?q=hat&p=2', '*/*'))).toHaveLength(1)
  expect(await read(nobody.get('/catalog/search?q=zebra'))).toEqual([])
  for (const query of ['', '?q=', `?q=${'x'.repeat(101)}`, '?q=a&p=0', '?q=a&p=x']) {
    const refused = await nobody.get(`/catalog/search${query}`, '*/*')
    expect([refused.status, Object.keys((await refused.json()) as object)]).toEqual([
      400,
      ['message', 'codes'],
    ])
  }
})

test('shows every field of an item to signed-in users, at its own address', async () => {
  const [id] = await stock(product, 'Maker', [{ name: 'Top hat', price: 2.5 * unit, description: 'Black' }])
  const path = `/catalog/${id}/Top-hat`
  expect((await nobody.get(path)).headers.get('location')).toBe('/login')
  for (const wrong of [`/catalog/${id}/top-hat`, `/catalog/${id}`]) {
    const moved = await buyer.get(`${wrong}?comments=1-2`)
    expect([moved.status, moved.headers.get('location')]).toEqual([302, `${path}?comments=1-2`])
  }
  for (const none of ['/catalog/123456789/hat', '/catalog/123456789', '/catalog/hat/hat'])
    expect([none, await answer(buyer.get(none))]).toEqual([none, notThere])
  expect(await read(buyer.get(path))).toMatchObject({
    id: String(id),
    name: 'Top hat',
    slug: 'Top-hat',
    type: 8,
    description: { text: 'Black', updated: expect.any(Number) },
    creator: { username: 'Maker' },
    isCreator: false,
    created: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    forSale: true,
    price: 2.5 * unit,
    sold: 0,
    owned: false,
    visibility: 'Visible',
    comments: [],
    balance: 0,
    currentFee: 0.1,
  })
  expect(await read(maker.get(path))).toMatchObject({ isCreator: true, owned: true })
})

test('applies the rules of a purchase in order, and charges nobody more than the displayed price', async () => {
  const [id, pending] = await stock(product, 'Maker', [
    { name: 'Crown', price: 2.5 * unit },
    { name: 'Tiara', price: unit, visibility: 'Pending', for_sale: 0 },
  ])
  const buy = (asset: number | undefined, price?: string, who = buyer) =>
    answer(who.post(`/catalog/${asset}/any?/buy`, price === undefined ? {} : { price }))
  const set = (fields: object) =>
    maker.post(`/catalog/${id}/x/settings?/update`, { name: 'Crown', price: '2.5', forSale: 'on', ...fields })
  expect((await nobody.post(`/catalog/${id}/Crown?/buy`)).headers.get('location')).toBe('/login')
  expect(await buy(123_456_789)).toEqual(notThere)
  expect(await buy(pending, undefined, maker)).toEqual(refusal(400, 'You already own this item'))
  expect(await buy(pending)).toEqual(refusal(400, "This item hasn't been approved yet"))
  await set({ forSale: 'off' })
  expect(await buy(id)).toEqual(refusal(400, 'This item is not for sale'))
  await set({ price: '3.000001' })
  expect(await buy(id, '2.5')).toEqual([
    400,
    invalidFields({ price: 'The price has changed to 3.000001. Buy again if you agree.' }),
  ])
  expect(await buy(id, '3.000001')).toEqual(
    refusal(400, 'insufficient balance: balance was 0.000000 unit, at least 3.000001 unit is required'),
  )
  await give(product, 'Buyer', 5)
  await administrator.post('/admin/moderation?/moderate', { username: 'Buyer', type: 'Warning', reason: 'x' })
  expect((await buy(id))[0]).toBe(403)
  await buyer.post('/moderation?/acknowledge')
  const settings = `/catalog/${id}/Crown/settings`
  await administrator.post(`${settings}?/moderate`, { visibility: 'Moderated', reason: 'x' })
  expect(await buy(id)).toEqual(refusal(400, "This item hasn't been approved yet"))
  expect(await answer(buyer.get(`/catalog/${id}/Crown`))).toEqual(notThere)
  await administrator.post(`${settings}?/moderate`, { visibility: 'Visible' })

  expect(await buy(id, '3.000001')).toEqual([204])
  expect(await buy(id)).toEqual(refusal(400, 'You already own this item'))
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
