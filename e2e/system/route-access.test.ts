import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { refusalWith } from '../support/answers.ts'
import { borrowOn, embedded } from '../support/databases.ts'
import { makePlace } from '../support/game.ts'
import { type Person, register, visitor } from '../support/person.ts'
import type { Product } from '../support/processes.ts'
import {
  isAdministration,
  listRouteRequests,
  type RouteRequest,
  sendRequest,
} from '../support/route-requests.ts'

/** Routes that are open without a session. Every other route requires one. */
const publicRoutes: ReadonlySet<string> = new Set([
  '/',
  '/art/[shape]/[seed].svg',
  '/banners/[id]/hide',
  '/catalog',
  '/catalog/search',
  '/confirm-email/[token]',
  '/docs',
  '/docs/api',
  // With classic clients, there is no such page.
  '/develop/first-game',
  '/develop/first-game/template.zip',
  '/download',
  '/download/launcher.deb',
  '/feeds/games.atom',
  '/feeds/items.atom',
  '/feeds/users/[username].atom',
  '/games',
  '/games/live',
  '/identity/[accent].css',
  '/identity/[picture].png',
  '/language',
  '/login',
  '/login/[provider]',
  '/login/[provider]/callback',
  '/login/identity',
  '/logout',
  '/manifest.webmanifest',
  '/oembed',
  '/openapi.json',
  '/place/[id]/badges/[badge]-[hash].avif',
  '/place/[id]/icon.avif',
  '/place/[id]/thumbnails/[index].avif',
  '/recover',
  '/recover/[token]',
  '/register',
  '/robots.txt',
  '/secure/[token]',
  '/share/[id]',
  '/share/[id]/picture.jpg',
  '/sitemap.xml',
  '/texts/[locale]/[version]',
  '/unsubscribe/[token]',
])

/** Routes that stay open to a moderated user. */
const openToModerated: ReadonlySet<string> = new Set([
  'GET /art/[shape]/[seed].svg',
  'GET /confirm-email/[token]',
  'GET /download/launcher.deb',
  'GET /feeds/games.atom',
  'GET /feeds/items.atom',
  'GET /feeds/users/[username].atom',
  'GET /identity/[accent].css',
  'GET /identity/[picture].png',
  'GET /manifest.webmanifest',
  'GET /moderation',
  'GET /logout',
  'GET /oembed',
  'GET /openapi.json',
  'GET /robots.txt',
  'GET /secure/[token]',
  'GET /share/[id]/picture.jpg',
  'GET /sitemap.xml',
  'GET /texts/[locale]/[version]',
  'GET /unsubscribe/[token]',
  'POST /confirm-email/[token]',
  'POST /language',
  'POST /logout',
  'POST /moderation?/acknowledge',
  'POST /moderation?/appeal',
  'POST /secure/[token]',
  'POST /settings?/sessions',
  'POST /unsubscribe/[token]',
])

const html = 'text/html,application/xhtml+xml,*/*;q=0.8'

describe.each(embedded)('every page, action and endpoint on %s', (kind) => {
  let product: Product
  let moderated: Person
  let requests: RouteRequest[]

  beforeAll(async () => {
    product = await borrowOn(kind)
    const founder = await register(product.baseUrl, 'Founder')
    moderated = await register(product.baseUrl, 'Moderated')
    const place = await makePlace(moderated, 'Mine')
    requests = await listRouteRequests({
      id: /\d+/.exec(place.path)?.[0] ?? '',
      name: place.path.split('/').at(-1) ?? '',
      username: 'Founder',
    })
    const done = await founder.post('/admin/moderation?/moderate', {
      username: 'moderated',
      type: 'Termination',
      reason: 'A test',
    })
    expect([done.status, await done.json()]).toEqual([200, { message: 'Moderated was terminated' }])
  })
  afterAll(async () => {
    expect(await product.stop()).toBe(0)
  })

  test('lists many routes, among them the known ones', () => {
    expect(requests.length).toBeGreaterThan(50)
    expect(requests.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        'GET /home',
        'POST /games/create',
        'POST /place/[id]/[name]?/join',
        'POST /user/[username]?/follow',
        'GET /settings/screenshots/[id]',
      ]),
    )
  })

  test('requires a session on every route that is not public', async () => {
    for (const request of requests.filter(({ route }) => !publicRoutes.has(route))) {
      const response = await sendRequest(visitor(product.baseUrl), request)
      const refused =
        response.status === 401 || (response.status === 302 && response.headers.get('location') === '/login')
      expect(refused, `${request.name} answered ${response.status}`).toBe(true)
    }
  })

  test('keeps users of level 1 out of administration', async () => {
    const player = await register(product.baseUrl, 'Player')
    const administration = requests.filter(isAdministration)
    expect(administration.length).toBeGreaterThan(10)
    for (const request of administration) {
      const response = await sendRequest(player, request)
      expect([request.name, response.status, await response.json()]).toEqual([
        request.name,
        403,
        expect.objectContaining({ message: expect.any(String) }),
      ])
    }
  })

  test('sends a moderated user’s pages to the reason, and refuses all actions with a 403', async () => {
    for (const request of requests.filter(({ name }) => !openToModerated.has(name))) {
      const response = await sendRequest(moderated, request)
      if (request.method === 'GET') {
        expect([request.name, response.status, response.headers.get('location')]).toEqual([
          request.name,
          302,
          '/moderation',
        ])
      } else {
        const message = request.name.endsWith('/place/[id]/[name]?/join')
          ? 'You cannot currently play games'
          : 'Your account is moderated'
        expect([request.name, response.status, await response.json()]).toEqual([
          request.name,
          403,
          refusalWith(message),
        ])
      }
    }
  })

  test('leads a moderated browser to the reason, also from forms, with and without a script', async () => {
    for (const request of requests.filter(({ name }) => !openToModerated.has(name))) {
      const response = await sendRequest(moderated, request, { accept: html })
      expect([request.name, response.status, response.headers.get('location')]).toEqual([
        request.name,
        request.method === 'GET' ? 302 : 303,
        '/moderation',
      ])
      // Only the forms of pages are enhanced.
      if (request.method !== 'POST' || request.accept === '*/*') continue
      const enhanced = await sendRequest(moderated, request, { 'x-sveltekit-action': 'true' })
      expect([request.name, await enhanced.json()]).toEqual([
        request.name,
        expect.objectContaining({ type: 'redirect', location: '/moderation' }),
      ])
    }
  })

  test('leads a moderated browser to the reason from missing addresses and data requests', async () => {
    for (const path of ['/nothing/here', '/admin', '/settings?/sessions']) {
      const response = await moderated.get(path)
      expect([path, response.headers.get('location')]).toEqual([path, '/moderation'])
    }
    const data = await moderated.get('/home/__data.json')
    expect(await data.json()).toMatchObject({ type: 'redirect', location: '/moderation' })
  })

  test('refuses screenshots from the studio of a moderated user', async () => {
    const response = await moderated.post('/studio/uploadmedia/screenshot')
    expect([response.status, await response.text()]).toEqual([403, 'Your account is moderated'])
  })
})
