import { codeAt } from '@baseplate/platform/testing/authenticator'
import { solved } from '@baseplate/platform/testing/work'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { answer, refusalWith } from '../support/answers.ts'
import { type Person, password, register, visitor } from '../support/person.ts'
import type { Product } from '../support/processes.ts'
import { installed, startProduct } from '../support/product.ts'
import { withDatabase } from '../support/stock.ts'

let product: Product
let founder: Person

beforeAll(async () => {
  product = await startProduct(installed)
  founder = await register(product.baseUrl, 'Founder')
})
afterAll(async () => {
  expect(await product.stop()).toBe(0)
})

const required = [401, { message: expect.any(String), code: 'accounts.second_factor_required' }]
const security = '/settings/security'

test('staff of a new installation must set up a second factor before anything else', async () => {
  const html = { accept: 'text/html' }
  const page = await founder.get('/home', 'text/html')
  expect([page.status, page.headers.get('location')]).toEqual([302, security])
  const named = await founder.get('/settings?/sessions', 'text/html')
  expect([named.status, named.headers.get('location')]).toEqual([302, security])
  const form = await founder.post('/games/create', { name: 'Mine' }, html)
  expect([form.status, form.headers.get('location')]).toEqual([303, security])
  for (const refused of [
    founder.get('/admin'),
    founder.get('/home'),
    founder.post('/games/create'),
    founder.post(`${security}?/password`),
  ])
    expect(await answer(refused)).toEqual([403, refusalWith(expect.stringContaining('second factor'))])
  const studio = await founder.post('/studio/uploadmedia/screenshot')
  expect([studio.status, await studio.text()]).toEqual([403, expect.stringContaining('second factor')])
  expect((await founder.get(security, 'text/html')).status).toBe(200)

  const [, { secret, uri }] = await answer(founder.post(`${security}?/totp`))
  expect(uri).toContain(secret)
  const confirmed = founder.post(`${security}?/totpconfirm`, { code: codeAt(secret, Date.now()) })
  const [status, { recoveryCodes }] = await answer(confirmed)
  expect([status, recoveryCodes]).toEqual([200, expect.arrayContaining([expect.any(String)])])
  expect((await founder.get('/admin')).status).toBe(200)

  const again = visitor(product.baseUrl)
  const credentials = { username: 'Founder', password }
  expect(await answer(again.post('/login', credentials))).toEqual(required)
  expect(again.cookie).toBeUndefined()
  expect(await answer(again.post('/login', { ...credentials, password: 'wrong' }))).toEqual([
    400,
    expect.objectContaining({ errors: { password: 'Incorrect username or password' } }),
  ])
  // A form without JavaScript sends the code alone, after the password.
  expect(await answer(again.post('/login', { code: '000000' }))).toEqual([
    400,
    expect.objectContaining({ codes: { code: 'accounts.code_incorrect' } }),
  ])
  expect((await again.post('/login', { code: codeAt(secret, Date.now() + 30_000) })).status).toBe(302)
  expect((await again.get('/admin')).status).toBe(200)
  const once = visitor(product.baseUrl)
  expect((await once.post('/login', { ...credentials, code: recoveryCodes[0] })).status).toBe(302)
  expect(await answer(once.post('/login', { ...credentials, code: recoveryCodes[0] }))).toEqual([
    400,
    expect.objectContaining({ codes: { code: 'accounts.code_incorrect' } }),
  ])
})

test('a user without a second factor signs in as before', async () => {
  await register(product.baseUrl, 'Player')
  const player = visitor(product.baseUrl)
  const response = await player.post('/login', { username: 'player', password })
  expect([response.status, response.headers.get('location')]).toEqual([302, '/home'])
  expect(player.cookie).toMatch(/^session=/)
})

const level = (fields: Record<string, string>) =>
  answer(founder.post('/admin/accounts/Helper?/level', { permissionLevel: '2', ...fields }))

/** Makes the last proof of everybody's identity too old for a change of a level. */
const outlastProofs = () =>
  withDatabase(product, (db) =>
    db
      .updateTable('sessions')
      .set({ created: Date.now() - 11 * 60_000, proved: null })
      .execute(),
  )

test('a change of a level takes a proof once the sign-in is old, and replaces the token', async () => {
  await register(product.baseUrl, 'Helper')
  expect(await level({})).toEqual([200, { message: expect.any(String) }])
  await outlastProofs()
  expect(await level({})).toEqual([
    403,
    { message: expect.any(String), code: 'accounts.fresh_proof_required' },
  ])
  expect(await level({ proofpassword: 'wrong' })).toEqual([
    400,
    expect.objectContaining({ errors: { proofpassword: 'Incorrect password' } }),
  ])
  const before = founder.cookie
  expect(await level({ proofpassword: password })).toEqual([200, { message: expect.any(String) }])
  expect(founder.cookie).not.toBe(before)
  expect(await level({})).toEqual([200, { message: expect.any(String) }])
})

test('the right password with a solution proves an identity after many wrong ones', async () => {
  await outlastProofs()
  for (let wrong = 0; wrong < 10; wrong++) expect((await level({ proofpassword: 'wrong' }))[0]).toBe(400)
  const [status, { code, challenge }] = await level({ proofpassword: password })
  expect([status, code]).toEqual([429, 'accounts.work_required'])
  expect(await level({ proofpassword: password, work: await solved(challenge) })).toEqual([
    200,
    { message: expect.any(String) },
  ])
})
