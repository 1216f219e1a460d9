import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { refusalWith } from '../support/answers.ts'
import { startOn } from '../support/databases.ts'
import { type Person, register } from '../support/person.ts'
import type { Product } from '../support/processes.ts'
import {
  isAdministration,
  listRouteRequests,
  type RouteRequest,
  sendRequest,
} from '../support/route-requests.ts'

/** Every administration route by the level that it requires. New routes must be added here. */
const routesOf: Readonly<Record<3 | 4 | 5, readonly string[]>> = {
  3: ['', '/assets', '/renders', '/renders/renders.csv', '/reports', '/reports/[id]', '/reports/reports.csv'],
  4: [
    '/accounts',
    '/accounts/[username]',
    '/accounts/accounts.csv',
    '/appeals',
    '/audit',
    '/audit/audit.csv',
    '/moderation',
    '/moderation/moderation.csv',
    '/servers',
    '/servers/[id]',
    '/servers/servers.csv',
    '/takedowns',
  ],
  5: [
    '/banners',
    '/banners/banners.csv',
    '/client-calls',
    '/client-calls/calls.csv',
    '/economy',
    '/filter',
    '/flags',
    '/flags/changes',
    '/flags/changes/changes.csv',
    '/flags/flags.csv',
    '/mint',
    '/mint/[id]',
    '/regkeys',
    '/regkeys/keys.csv',
    '/site',
    '/transactions',
    '/transactions/transactions.csv',
    '/webhooks',
    '/webhooks/[id]',
  ],
}

/** Actions that require a higher level than their page. */
const forAdministrators = /\?\/(level|endsessions|resetfactors|resetlink)$/

const levelOf = ({ route, name }: RouteRequest): number | undefined => {
  if (forAdministrators.test(name)) return 5
  const path = route.slice('/admin'.length)
  return [3, 4, 5].find((level) => routesOf[level as keyof typeof routesOf].includes(path))
}

/** Every filter of the administration lists. */
const filters = [
  'q',
  'actor',
  'about',
  'action',
  'moderator',
  'maker',
  'owner',
  'subject',
  'flag',
  'user',
  'change',
  'cursor',
]

// PostgreSQL, because it refuses texts with a NUL.
describe('administration', () => {
  let product: Product
  let founder: Person
  let requests: RouteRequest[]

  beforeAll(async () => {
    product = await startOn('PostgreSQL')
    founder = await register(product.baseUrl, 'Founder')
    requests = (await listRouteRequests({ id: '123456789', username: 'Founder' })).filter(isAdministration)
  })
  afterAll(async () => {
    expect(await product.stop()).toBe(0)
  })

  test('assigns a level to each page, action and file', () => {
    expect(requests.filter((request) => levelOf(request) === undefined)).toEqual([])
  })

  test.each([2, 3, 4])('level %i sees only its own pages, and all others refuse it', async (level) => {
    const username = `Level_${level}`
    const person = await register(product.baseUrl, username)
    await founder.post(`/admin/accounts/${username}?/level`, { permissionLevel: String(level) })
    for (const request of requests) {
      const isClosed = level < (levelOf(request) ?? 0)
      // Pages that are open to the level are only read, because other tests cover their actions.
      if (!isClosed && request.method !== 'GET') continue
      const response = await sendRequest(person, request)
      const said = isClosed && (await response.json())
      expect([request.name, response.status === 403, said]).toEqual([
        request.name,
        isClosed,
        isClosed && refusalWith('You don’t have permission for this'),
      ])
    }
  })

  test('keeps every page and file out of shared caches', async () => {
    for (const request of requests.filter(({ method }) => method === 'GET')) {
      for (const accept of ['text/html', 'application/json']) {
        const response = await sendRequest(founder, request, { accept })
        if (!response.ok) continue
        expect([request.name, accept, response.headers.get('cache-control')]).toEqual([
          request.name,
          accept,
          expect.stringMatching(/^private, no-(store|cache)$/),
        ])
      }
    }
  })

  test('finds nothing for invalid texts, and does not fail', async () => {
    for (const filter of filters)
      for (const request of requests.filter(({ method }) => method === 'GET')) {
        const response = await sendRequest(founder, {
          ...request,
          address: `${request.address}?${filter}=a%00b`,
        })
        expect([request.name, filter, response.status]).toEqual([
          request.name,
          filter,
          expect.toBeOneOf([200, 400, 404]),
        ])
      }
    const fields = Object.fromEntries(
      ['username', 'reason', 'note', 'text', 'name', 'value', 'key', 'link', 'answer'].map((name) => [
        name,
        'a\0b',
      ]),
    )
    for (const request of requests.filter(({ method }) => method === 'POST')) {
      const filled = { ...fields, type: 'Warning', number: '1', decision: 'Granted', id: 'a\0b', amount: '1' }
      const response = await founder.post(request.address, filled)
      expect([request.name, response.status < 500]).toEqual([request.name, true])
    }
  })
})
