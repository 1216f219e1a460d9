import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { borrowProduct } from '../support/borrowed-product.ts'
import { json } from '../support/game.ts'
import { type Person, password, register, visitor } from '../support/person.ts'
import type { Product } from '../support/processes.ts'

const html = 'text/html'

let product: Product
let anna: Person
let ben: Person

beforeAll(async () => {
  product = await borrowProduct()
  ben = await register(product.baseUrl, 'Ben')
  anna = await register(product.baseUrl, 'Anna')
})

afterAll(() => product?.stop())

test('a former username leads to the profile', async () => {
  const renamed = await anna.post('/settings/account?/rename', { username: 'Annette' })
  expect([renamed.status, await renamed.json()]).toEqual([200, { message: 'Username changed' }])
  const page = await ben.get('/user/Anna?posts=', html)
  expect([page.status, page.headers.get('location')]).toEqual([308, '/user/Annette?posts='])
  const program = await ben.get('/user/anna/followers')
  expect([program.status, program.headers.get('location')]).toEqual([302, '/user/Annette/followers'])
  expect((await ben.get('/asset/characterfetch/Anna')).status).toBe(200)
  const again = await anna.post('/settings/account?/rename', { username: 'Anna' })
  expect(again.status).toBe(429)
  expect(Number(again.headers.get('retry-after'))).toBeGreaterThan(6 * 24 * 3600)
})

test('an export is made in the background, for its owner alone', async () => {
  const requested = await anna.post('/settings/account?/export')
  expect([requested.status, await requested.json()]).toMatchObject([200, { message: /export/ }])
  expect((await anna.post('/settings/account?/export')).status).toBe(409)
  const last = async () => json<{ id: string; state: string }>(await anna.get('/settings/exports'))
  await expect.poll(async () => (await last()).state, { timeout: 60_000 }).toBe('ready')
  const path = `/settings/exports/${(await last()).id}`
  const download = await anna.get(path)
  expect(download.headers.get('content-disposition')).toMatch(/^attachment; filename="Annette-[\d-]+\.zip"$/)
  const files = unzipSync(new Uint8Array(await download.arrayBuffer()))
  expect(strFromU8(files['account.json'] ?? new Uint8Array())).toContain('"username":"Annette"')
  expect((await ben.get(path)).status).toBe(404)
})

test('a deleted account is gone until its owner signs in and keeps it', async () => {
  const wrong = await anna.post('/settings/account?/delete', { password: 'wrong' })
  expect([wrong.status, await wrong.json()]).toMatchObject([
    400,
    { errors: { password: 'Incorrect password' } },
  ])
  const deleted = await anna.post('/settings/account?/delete', { password })
  expect([deleted.status, deleted.headers.get('location')]).toEqual([302, '/login?deleted'])
  expect((await ben.get('/user/Annette')).status).toBe(404)
  expect((await anna.get('/settings/account')).status).toBe(302)

  const back = visitor(product.baseUrl)
  expect((await back.post('/login', { username: 'Annette', password })).status).toBe(302)
  const home = await back.get('/home', html)
  expect([home.status, home.headers.get('location')]).toEqual([302, '/settings/account'])
  const post = await back.post('/user/Annette?/post', { content: 'Still here' })
  expect([post.status, await post.json()]).toMatchObject([403, { code: 'accounts.leaving' }])
  expect(await (await back.get('/settings/account', html)).text()).toContain('You deleted your account')
  const kept = await back.post('/settings/account?/keep')
  expect([kept.status, await kept.json()]).toEqual([200, { message: 'Your account stays' }])
  expect((await ben.get('/user/Annette')).status).toBe(200)
})
