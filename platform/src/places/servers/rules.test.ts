import { describe, expect, test } from 'vitest'
import { parseConfig } from '../../config/load.ts'
import { dedicatedPort, isDedicated, serverOf } from './rules.ts'

const own = { server_address: 'home.example', server_port: 53_640 }

describe('server address', () => {
  test.each([
    ['Dedicated', 0, 'play.example', 10_101],
    ['Dedicated', 1, 'play.example', 10_101],
    ['Selfhosted', 0, 'home.example', 53_640],
    ['Selfhosted', 1, 'home.example', 53_640],
    ['Both', 0, 'home.example', 53_640],
    ['Both', 1, 'play.example', 10_101],
  ] as const)('with hosting %s and dedicated %i, is %s port %i', (Hosting, dedicated, address, port) => {
    const config = parseConfig(
      {
        Gameservers: { Hosting, ProxyPortOffset: 100 },
        Orchestrator: { PublicURL: 'https://play.example:8443/x' },
      },
      {},
      '/',
    )
    const dedicatedPort = isDedicated({ dedicated }, Hosting) ? 10_001 : undefined
    expect(serverOf(own, config, dedicatedPort)).toEqual({ address, port })
  })

  test('has the default port 10000 + (id mod 25000)', () => {
    expect(dedicatedPort(100_000_000)).toBe(10_000)
    expect(dedicatedPort(999_999_999)).toBe(34_999)
  })
})
