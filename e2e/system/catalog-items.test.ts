import { expect, test } from 'vitest'
import { answer, invalidFields, read, refusal } from '../support/answers.ts'
import { openMarket } from '../support/market.ts'
import { unit } from '../support/money.ts'
import { stock } from '../support/stock.ts'

const { product, administrator, maker, buyer, nobody } = await openMarket()

const notThere = refusal(404, 'Asset not found')

test('limits comments to five a minute, allows replies, and notifies the maker of others’ comments', async () => {
  const [id, other] = await stock(product, 'Maker', [{ name: 'Beret' }, { name: 'Bonnet' }])
  const say = (fields: Record<string, string>, who = buyer, asset = id) =>
    answer(who.post(`/catalog/${asset}/any?/comment`, fields))
  const none = [400, invalidFields({ content: 'Comment must have content' })]
  expect((await nobody.post(`/catalog/${id}/Beret?/comment`)).headers.get('location')).toBe('/login')
  for (const content of ['', ' \r\n ', '\u200b']) expect(await say({ content })).toEqual(none)
  expect(await say({})).toEqual(none)
  expect(await say({ content: 'x'.repeat(1001) })).toEqual([
    400,
    invalidFields({ content: 'Use at most 1000 characters' }),
  ])
  expect(await say({ content: 'x' }, buyer, 123_456_789)).toEqual(notThere)

  expect(await say({ content: '<b>Fine</b>', replyId: '' })).toEqual([204])
  const [comment] = (await read(buyer.get(`/catalog/${id}/Beret`))).comments
  expect(comment).toMatchObject({ content: '<b>Fine</b>', author: { username: 'Buyer' }, replies: [] })
  const noParent = refusal(400, 'The comment that you reply to no longer exists')
  expect(await say({ content: 'x', replyId: 'none' })).toEqual(noParent)
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

test('lets administrators re-render items of types that have a render', async () => {
  const [hat, shirt, decal, moderated] = await stock(product, 'Maker', [
    { name: 'Hat' },
    { name: 'Shirt', type: 11 },
    { name: 'Decal', type: 13 },
    { name: 'Gone', visibility: 'Moderated' },
  ])
  const rerender = (asset: number | undefined, who = administrator) =>
    answer(who.post(`/catalog/${asset}/any?/rerender`))
  for (const one of [hat, shirt])
    expect(await rerender(one)).toEqual([
      200,
      { icon: expect.stringMatching(`^/asset/thumbnail/${one}\\?\\w+=\\d+$`) },
    ])
  expect((await rerender(hat, maker))[0]).toBe(403)
  expect(await rerender(moderated)).toEqual(refusal(400, "Can't rerender a moderated asset"))
  expect(await rerender(decal)).toEqual(refusal(400, "Can't rerender this type of asset"))
  expect(await rerender(123_456_789)).toEqual(notThere)
})

test('opens an item’s settings to its creator and to moderators only', async () => {
  const [id] = await stock(product, 'Maker', [{ name: 'Cap', price: unit }])
  const path = `/catalog/${id}/Cap/settings`
  expect((await nobody.get(path)).headers.get('location')).toBe('/login')
  expect((await buyer.get(path)).status).toBe(403)
  expect((await buyer.post(`${path}?/update`, { name: 'Mine' })).status).toBe(403)
  expect((await maker.post(`${path}?/moderate`, { visibility: 'Moderated' })).status).toBe(403)
  expect((await maker.get('/catalog/123456789/Cap/settings')).status).toBe(404)
  for (const who of [maker, administrator])
    expect(await read(who.get(path))).toMatchObject({ name: 'Cap', price: unit, forSale: true })
  expect(
    await answer(maker.post(`${path}?/update`, { name: 'Cap', price: '1000', description: '', forSale: '' })),
  ).toEqual([
    400,
    invalidFields({
      price: 'Enter a price from 0 to 999, with at most six decimals',
      forSale: 'Choose yes or no',
    }),
  ])
  expect(await answer(maker.post(`${path}?/update`, { name: 'Flat cap', price: '0', forSale: '0' }))).toEqual(
    [200, { message: 'Asset updated successfully!' }],
  )
  expect((await buyer.get(path.replace('/settings', ''))).headers.get('location')).toBe(
    `/catalog/${id}/Flat-cap`,
  )
})
