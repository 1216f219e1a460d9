import { describe, expect, test } from 'vitest'
import { parseConfig } from '../foundation/config/load.ts'
import { parsePlaceId } from './input.ts'
import { dedicatedPort, serverOf } from './servers/rules.ts'
import { ratingOf } from './votes/rules.ts'

const own = { id: 100_025_001, server_address: 'home.example', server_port: 53_640 }

describe('where a client connects to', () => {
  test.each([
    ['Dedicated', 0, 'play.example', 10_101],
    ['Dedicated', 1, 'play.example', 10_101],
    ['Selfhosted', 0, 'home.example', 53_640],
    ['Selfhosted', 1, 'home.example', 53_640],
    ['Both', 0, 'home.example', 53_640],
    ['Both', 1, 'play.example', 10_101],
  ] as const)('%s, dedicated %i: %s port %i', (Hosting, dedicated, address, port) => {
    const config = parseConfig(
      {
        Gameservers: { Hosting, ProxyPortOffset: 100 },
        Orchestrator: { PublicURL: 'https://play.example:8443/x' },
      },
      {},
      '/',
    )
    expect(serverOf({ ...own, dedicated }, config)).toEqual({ address, port })
  })

  test('a dedicated port is 10000 + (id mod 25000)', () => {
    expect(dedicatedPort(100_000_000)).toBe(10_000)
    expect(dedicatedPort(999_999_999)).toBe(34_999)
  })
})

test.each([
  ['100000000', 100_000_000],
  ['1', 1],
  ['', undefined],
  ['0x10', undefined],
  ['-1', undefined],
  ['1e9', undefined],
  ['12345678901', undefined],
  ['../etc/passwd', undefined],
])('the id in an address: %j', (text, id) => {
  expect(parsePlaceId(text)).toBe(id)
})

describe('ratings', () => {
  const rated = (like_count: number, dislike_count: number) => ratingOf({ like_count, dislike_count })

  test('are the lower bound of Wilson’s interval', () => {
    // The worked values of the formula: 1 of 1, 90 of 100, 0 of 10.
    expect(rated(1, 0)).toBe(206_549)
    expect(rated(90, 10)).toBe(825_634)
    expect(rated(0, 10)).toBe(0)
    expect(rated(0, 0)).toBe(0)
  })

  test('few votes do not pass many, and with one share more votes do not rate lower', () => {
    expect(rated(3, 0)).toBeLessThan(rated(90, 10))
    expect(rated(5, 5)).toBeLessThan(rated(500, 500))
    expect(rated(1_000_000, 0)).toBeLessThan(1_000_000)
  })
})
