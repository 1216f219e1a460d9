import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { refusalWith } from '../support/answers.ts'
import { startOn } from '../support/databases.ts'
import { type Door, isAdministration, knock, listDoors } from '../support/doors.ts'
import { type Person, register } from '../support/person.ts'
import type { Product } from '../support/processes.ts'

/** Every administration route by the level that it requires. New routes must be added here. */
const routesOf: Readonly<Record<3 | 4 | 5, readonly string[]>> = {
  3: ['', '/assets', '/renders', '/renders/renders.csv', '/reports', '/reports/[id]', '/reports/reports.csv'],
  4: [
    '/accounts',
    '/accounts/[username]',
    '/accounts/accounts.csv',
    '/appeals',
    '/moderation',
    '/moderation/moderation.csv',
    '/servers',
    '/servers/[id]',
    '/servers/servers.csv',
    '/takedowns',
  ],
  5: [
    '/audit',
    '/audit/audit.csv',
    '/banners',
    '/banners/banners.csv',
    '/economy',
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

const levelOf = ({ route, name }: Door): number | undefined => {
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
  let doors: Door[]

  beforeAll(async () => {
    product = await startOn('PostgreSQL')
    founder = await register(product.baseUrl, 'Founder')
    doors = (await listDoors({ id: '123456789', username: 'Founder' })).filter(isAdministration)
  })
  afterAll(async () => {
    expect(await product.stop()).toBe(0)
  })

  test('assigns a level to each page, action and file', () => {
    expect(doors.filter((door) => levelOf(door) === undefined)).toEqual([])
  })

  test.each([2, 3, 4])('level %i sees only its own pages, and all others refuse it', async (level) => {
    const username = `Level_${level}`
    const person = await register(product.baseUrl, username)
    await founder.post(`/admin/accounts/${username}?/level`, { permissionLevel: String(level) })
    for (const door of doors) {
      const isClosed = level < (levelOf(door) ?? 0)
      // Pages that are open to the level are only read, because other tests cover their actions.
      if (!isClosed && door.method !== 'GET') continue
      const response = await knock(person, door)
      const said = isClosed && (await response.json())
      expect([door.name, response.status === 403, said]).toEqual([
        door.name,
        isClosed,
        isClosed && refusalWith('You do not have permission for this'),
      ])
    }
  })

  test('keeps every page and file out of shared caches', async () => {
    for (const door of doors.filter(({ method }) => method === 'GET')) {
      for (const accept of ['text/html', 'application/json']) {
        const response = await knock(founder, door, { accept })
        if (!response.ok) continue
        expect([door.name, accept, response.headers.get('cache-control')]).toEqual([
          door.name,
          accept,
          expect.stringMatching(/^private, no-(store|cache)$/),
        ])
      }
    }
  })

  test('finds nothing for invalid texts, and does not fail', async () => {
    for (const filter of filters)
      for (const door of doors.filter(({ method }) => method === 'GET')) {
        const response = await knock(founder, { ...door, address: `${door.address}?${filter}=a%00b` })
        expect([door.name, filter, response.status]).toEqual([
          door.name,
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
    for (const door of doors.filter(({ method }) => method === 'POST')) {
      const filled = { ...fields, type: 'Warning', number: '1', decision: 'Granted', id: 'a\0b', amount: '1' }
      const response = await founder.post(door.address, filled)
      expect([door.name, response.status < 500]).toEqual([door.name, true])
    }
  })
})
