import { afterAll, beforeAll, expect, test } from 'vitest'
import { borrowProduct } from '../support/borrowed-product.ts'
import { makePlace, type Place } from '../support/game.ts'
import { type Person, register } from '../support/person.ts'
import type { Product } from '../support/processes.ts'
import { authorize, sendWith } from '../support/program.ts'

let product: Product
let founder: Person
let player: Person
let place: Place

beforeAll(async () => {
  product = await borrowProduct()
  founder = await register(product.baseUrl, 'Founder')
  player = await register(product.baseUrl, 'Player')
  place = await makePlace(player, 'Harbour')
})
afterAll(async () => {
  expect(await product.stop()).toBe(0)
})

const programOf = (owner: Person, scopes: string) => authorize(product.baseUrl, owner, scopes)

const outcomeOf = async (response: Response) => [
  response.status,
  ((await response.json()) as { code?: string }).code,
]

test('a token acts for its owner within its scopes, and from any origin', async () => {
  const { send } = await programOf(player, 'read,social')
  const profile = await send('GET', '/user/Founder')
  expect([profile.status, await profile.json()]).toMatchObject([200, { username: 'Founder' }])
  expect(profile.headers.get('set-cookie')).toBeNull()
  const foreign = { origin: 'https://other.example' }
  expect((await send('POST', '/user/Founder?/follow', {}, foreign)).status).toBe(204)
  const crossSite = { 'sec-fetch-site': 'cross-site' }
  expect((await send('POST', '/user/Founder?/unfollow', {}, crossSite)).status).toBe(204)

  const lacking = await send('POST', '/games/create', { name: 'Mine' })
  expect(lacking.headers.get('www-authenticate')).toBe(
    'Bearer error="insufficient_scope", scope="places:write"',
  )
  expect([lacking.status, await lacking.json()]).toEqual([
    403,
    { message: 'This access token lacks the scope places:write', code: 'tokens.scope_missing' },
  ])
})

test('a program gets JSON, and never the data of a layout', async () => {
  const { send } = await programOf(player, 'read,social')
  const html = { accept: 'text/html' }
  const refused = await send('POST', `${place.path}?/comment`, { content: '' }, html)
  expect([refused.status, await refused.json()]).toMatchObject([400, { errors: {} }])
  expect(await (await send('GET', '/games', undefined, html)).json()).toHaveProperty('shelves')
  expect(await outcomeOf(await send('GET', '/home/__data.json'))).toEqual([403, 'tokens.browser_only'])
  expect(await outcomeOf(await send('GET', '/nowhere'))).toEqual([404, 'site.not_found'])
})

test('a revoked or malformed token is refused at once, whatever cookie comes with it', async () => {
  const { id, token, send } = await programOf(player, 'read')
  expect((await send('GET', '/home')).status).toBe(200)
  expect((await player.post('/settings/tokens?/revoke', { id })).status).toBe(200)
  const changed = token.replace(/.$/, (last) => (last === 'a' ? 'b' : 'a'))
  for (const [sent, code] of [
    [token, 'tokens.unknown'],
    [changed, 'tokens.malformed'],
    ['bp_nonsense', 'tokens.malformed'],
    ['bp_', 'tokens.malformed'],
  ] as const) {
    const cookie = { cookie: player.cookie ?? '' }
    const response = await sendWith(product.baseUrl, sent)('GET', '/home', undefined, cookie)
    expect(response.headers.get('www-authenticate')).toBe('Bearer error="invalid_token"')
    expect(await outcomeOf(response)).toEqual([401, code])
  }
  expect(product.output()).toContain('"path":"/home"')
  expect(product.output()).not.toContain(token.slice(3, 40))
})

test('a credential of another system, as a proxy sends it, changes nothing', async () => {
  const cookie = { cookie: player.cookie ?? '' }
  const response = await sendWith(product.baseUrl, 'eyJhbGciOi')('GET', '/home', undefined, cookie)
  expect(response.status).toBe(200)
})

test('responses state the remaining limit', async () => {
  const { send } = await programOf(player, 'read')
  const first = await send('GET', '/home')
  expect(first.headers.get('ratelimit-policy')).toBe('"token";q=600;w=60')
  expect(first.headers.get('ratelimit')).toMatch(/^"token";r=599;t=\d+$/)
  const second = await send('POST', '/games/create')
  // Each site reserves a twentieth of the limit at a time, so another site has a different remainder.
  expect(second.headers.get('ratelimit')).toMatch(/^"token";r=(598|569);t=\d+$/)
})

test('a token without a staff scope gives no rights over others', async () => {
  const weak = await programOf(founder, 'read,social,places:write')
  const strong = await programOf(founder, 'moderate')
  const network = await weak.send('POST', `${place.path}/settings?/network`, { maxPlayers: '9' })
  expect(await outcomeOf(network)).toEqual([403, 'places.changing_forbidden'])
  expect((await strong.send('GET', '/admin/accounts')).status).toBe(200)
  const highest = await programOf(founder, 'administer')
  const ending = await highest.send('POST', '/admin/accounts/Player?/endsessions')
  expect(await outcomeOf(ending)).toEqual([403, 'tokens.browser_only'])
  expect(await outcomeOf(await highest.send('GET', '/admin/webhooks'))).toEqual([403, 'tokens.browser_only'])
})

test('a token shows the secret of a private link only with the scope of its settings', async () => {
  const ticketFor = async (scopes: string) => {
    const { send } = await programOf(player, scopes)
    return ((await (await send('GET', place.path)).json()) as { privateTicket: string }).privateTicket
  }
  expect(await ticketFor('read,social')).toBe('')
  expect(await ticketFor('read,places:write')).toMatch(/^[a-z0-9]{32}$/)
})

test('a token of a suspended owner is refused, and works again afterwards', async () => {
  const { send } = await programOf(player, 'read')
  const ban = { username: 'Player', type: 'Ban', reason: 'x', days: '1' }
  expect((await founder.post('/admin/moderation?/moderate', ban)).status).toBe(200)
  expect(await outcomeOf(await send('GET', '/home'))).toEqual([403, 'accounts.moderated'])
  await founder.post('/admin/moderation?/unmoderate', { username: 'Player' })
  expect((await send('GET', '/home')).status).toBe(200)
})
