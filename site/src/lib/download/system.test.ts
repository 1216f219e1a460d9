import { configSchema } from '@baseplate/platform/config/schema'
import { expect, test } from 'vitest'
import { hasHandheld, lacksClient, systemOf, systemsOf } from './system.ts'

const mac =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/19.0 Safari/605.1.15'

test.each([
  ['Windows', 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/150.0.0.0 Safari/537.36'],
  ['macOS', mac],
  ['Linux', 'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0'],
  ['Android', 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/150.0.0.0 Mobile Safari/537.36'],
  ['iOS', 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148'],
  [undefined, 'curl/8.5.0'],
])('finds %s', (system, userAgent) => {
  expect(systemOf({ userAgent })).toBe(system)
})

test('tells a tablet from a Mac by its touch screen', () => {
  expect([
    systemOf({ userAgent: mac, maxTouchPoints: 5 }),
    systemOf({ userAgent: mac, maxTouchPoints: 0 }),
  ]).toEqual(['iOS', 'macOS'])
})

const phone = { userAgent: 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Mobile Safari/537.36' }

test.each([
  ['a phone, when no clients are listed', phone, [], true],
  ['a phone, when clients are for computers', phone, ['Windows', 'macOS'], true],
  ['a phone with a client', phone, ['Windows', 'Android'], false],
  ['a computer without a client', { userAgent: mac }, ['Windows'], false],
  ['an unknown device', { userAgent: 'curl/8.5.0' }, [], false],
] as const)('tells whether no client is for %s', (_device, device, systems, lacks) => {
  expect(lacksClient(device, systems)).toBe(lacks)
})

test('finds a client for phones and tablets', () => {
  expect([hasHandheld([]), hasHandheld(['Windows', 'Linux']), hasHandheld(['Windows', 'iOS'])]).toEqual([
    false,
    false,
    true,
  ])
})

test.each([
  ['classic', [], []],
  ['classic', ['Windows'], ['Windows']],
  ['minetest', [], ['Linux']],
  ['minetest', ['Linux', 'Windows'], ['Linux', 'Windows']],
] as const)('with the engine %s and clients for %o, games open on %o', (Engine, clients, systems) => {
  const Downloads = clients.map((System) => ({
    System,
    URL: 'https://example.org/client',
    Version: '1',
    SHA256: '0'.repeat(64),
  }))
  const Client = { ...configSchema.parse({}).Client, Downloads }
  expect(systemsOf({ Client, Engine })).toEqual(systems)
})
