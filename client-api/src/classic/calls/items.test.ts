import { numbersOf, updatePrivacy } from '@baseplate/platform/accounts/door'
import { storeAsset } from '@baseplate/platform/assets/door'
import { updatePrivacy as closePlace } from '@baseplate/platform/places/door'
import { startTestEconomy } from '@baseplate/platform/testing/economy'
import { expect, test } from 'vitest'
import { expectAnswers, registerCaller } from '../../testing/callers.ts'
import { makePlace, startClientApi, type TestClientApi } from '../../testing/client-api.ts'

const sell = async ({ platform }: TestClientApi, maker: Parameters<typeof storeAsset>[1], values: object) => {
  const described = { type: 8, name: 'Straw hat', description: 'For summer' }
  const { id } = await storeAsset(platform, maker, described, [Buffer.from('hat')])
  const times = { created: Date.UTC(2026, 0, 2), updated: Date.UTC(2026, 0, 3) }
  await platform.db
    .updateTable('assets')
    .set({ visibility: 'Visible', sold: 3, ...times, ...values })
    .where('id', '=', id)
    .execute()
  return id
}

test('items of the catalog are products', async () => {
  const api = await startClientApi()
  const anna = await registerCaller(api, 'Anna')
  const sold = await sell(api, anna.actor, { price: 12_500_000, for_sale: 1 })
  const free = await sell(api, anna.actor, { price: 0, for_sale: 1, created: api.platform.now() })
  const kept = await sell(api, anna.actor, { price: 5_000_000, for_sale: 0, creator_id: null })
  const pending = await sell(api, anna.actor, { visibility: 'Pending' })
  const removed = await sell(api, anna.actor, { visibility: 'Moderated' })
  const path = (id: number | string) => `/marketplace/productinfo?assetId=${id}`
  await expectAnswers(api, [
    [
      path(sold),
      `200 {"AssetId":${sold},"ProductId":${sold},"Name":"Straw hat","Description":"For summer","AssetTypeId":8,"Creator":{"Id":${anna.number},"Name":"Anna"},"IconImageAssetId":0,"Created":"2026-01-02T00:00:00.000Z","Updated":"2026-01-03T00:00:00.000Z","PriceInRobux":13,"PriceInTickets":null,"Sales":3,"IsNew":false,"IsForSale":true,"IsPublicDomain":false,"IsLimited":false,"IsLimitedUnique":false,"Remaining":null,"MinimumMembershipLevel":0,"ContentRatingTypeId":0}`,
    ],
    [path(pending), '404 Asset not found'],
    [path(pending), '404 Asset not found', anna],
    [path(removed), '404 Asset not found'],
    [path(1), '404 Asset not found'],
    [path('99999999999999999999'), '404 Asset not found'],
    [path('x'), '404 Asset not found'],
    ['/marketplace/productinfo', '404 Asset not found'],
  ])
  const read = async (id: number) => (await api.ask(path(id))).json()
  expect(await read(free)).toMatchObject({
    PriceInRobux: null,
    IsForSale: false,
    IsPublicDomain: true,
    IsNew: true,
  })
  expect(await read(kept)).toMatchObject({
    PriceInRobux: null,
    IsForSale: false,
    IsPublicDomain: false,
    Creator: { Id: 0, Name: '' },
  })
})

test('public places are products of type 9, which nobody can buy', async () => {
  const api = await startClientApi()
  const { platform } = api
  const { maker, id } = await makePlace(platform)
  const number = (await numbersOf(platform.db, [maker.id])).get(maker.id)
  const times = { created: Date.UTC(2026, 0, 2), updated: Date.UTC(2026, 0, 3) }
  await platform.db
    .updateTable('places')
    .set({ description: 'Sand', ...times })
    .where('id', '=', id)
    .execute()
  const path = `/marketplace/productinfo?assetId=${id}`
  const place = `200 {"AssetId":${id},"ProductId":${id},"Name":"My place","Description":"Sand","AssetTypeId":9,"Creator":{"Id":${number},"Name":"Maker"},"IconImageAssetId":0,"Created":"2026-01-02T00:00:00.000Z","Updated":"2026-01-03T00:00:00.000Z","PriceInRobux":null,"PriceInTickets":null,"Sales":0,"IsNew":false,"IsForSale":false,"IsPublicDomain":false,"IsLimited":false,"IsLimitedUnique":false,"Remaining":null,"MinimumMembershipLevel":0,"ContentRatingTypeId":0}`
  await expectAnswers(api, [[path, place]])
  await closePlace(platform, maker, { id, privateServer: 'on' })
  await expectAnswers(api, [[path, '404 Asset not found']])
})

test('games learn who owns an item, unless the owner hides it', async () => {
  const api = await startClientApi()
  const anna = await registerCaller(api, 'Anna')
  const ben = await registerCaller(api, 'Ben')
  const hat = await sell(api, anna.actor, {})
  const pending = await sell(api, anna.actor, { visibility: 'Pending' })
  const path = (number: number, id: number | string) => `/ownership/hasasset?userId=${number}&assetId=${id}`
  await expectAnswers(api, [
    [path(anna.number, hat), '200 true'],
    [path(ben.number, hat), '200 false'],
    [path(anna.number, pending), '200 false'],
    [path(1, hat), '200 false'],
    [path(anna.number, 1), '200 false'],
    [path(anna.number, 'x'), '200 false'],
    ['/ownership/hasasset', '200 false'],
  ])
  await updatePrivacy(api.platform, anna.actor, { inventory: 'Nobody' })
  await expectAnswers(api, [
    [path(anna.number, hat), '200 false'],
    [path(anna.number, hat), '200 false', ben],
    [path(anna.number, hat), '200 true', anna],
  ])
})

test('players learn their balance in whole units, and that the marketplace is closed', async () => {
  const economy = await startTestEconomy()
  const api = await startClientApi({}, { ECONOMY_URL: economy.address })
  const anna = await registerCaller(api, 'Anna')
  const ben = await registerCaller(api, 'Ben')
  await economy.mint(anna.actor, 12_999_999)
  const status = '200 {"isMarketplaceEnabled":false,"isMarketplaceEnabledForAuthenticatedUser":false}'
  await expectAnswers(api, [
    ['/currency/balance', '200 {"robux":12,"tickets":0}', anna],
    ['/currency/balance', '200 {"robux":0,"tickets":0}', ben],
    ['/currency/balance', '401 Sign in first'],
    ['/my/economy-status', status, anna],
    ['/my/economy-status', status],
  ])
})

test('without the economy service, the balance is refused instead of empty', async () => {
  const api = await startClientApi({}, { ECONOMY_URL: 'http://127.0.0.1:9' })
  const anna = await registerCaller(api, 'Anna')
  const response = await api.ask('/currency/balance', { headers: anna.session })
  expect(response.status).toBe(500)
})
