import { startBareHttp } from '../bare-http.ts'
import type { Measurement } from '../measurement.ts'
import { startProduct } from '../product.ts'
import { seedPlaces, seedTickets, seedUsers } from '../seed.ts'
import { ratesOf, versus } from '../versus.ts'

const players = 1_000
const connections = 64
const seconds = 5

/** Measures heartbeats of 1,000 players and the join script of a local test, against a bare server. */
export async function presence(): Promise<Measurement[]> {
  let tickets: string[] = []
  const product = await startProduct(async (platform) => {
    const users = await seedUsers(platform, players)
    const [place = 0] = await seedPlaces(platform, users[0] ?? '', 1)
    tickets = await seedTickets(platform, users, place, 'playing')
  })
  const script = await (await fetch(`${product.baseUrl}/game/join`)).text()
  const pong = await startBareHttp('OK')
  const text = await startBareHttp(script)
  try {
    const { pid } = product.site
    const headers = { 'User-Agent': 'Client/WinInet' }
    const queries = tickets.map((ticket) => `ticket=${ticket}`)
    const ping = await versus(
      { url: `${product.baseUrl}/game/clientpresence`, pid, connections, seconds, headers, queries },
      { url: pong.url, pid: pong.pid, connections, seconds, headers, queries },
    )
    const join = await versus(
      { url: `${product.baseUrl}/game/join`, pid, connections, seconds },
      { url: text.url, pid: text.pid, connections, seconds },
    )
    const against = 'bare node:http'
    return [
      {
        name: 'client presence, 1,000 live tickets',
        ...ratesOf(ping),
        against,
        target: { atLeastShare: 0.6 },
      },
      {
        name: 'client presence, p99 at 64 connections',
        value: ping.product.p99Ms,
        unit: 'ms',
        against: `${against} ${ping.peer.p99Ms.toFixed(1)} ms`,
        target: { atMost: 10 },
      },
      {
        name: 'join without ticket',
        ...ratesOf(join),
        // Has no target, because each script is signed for another user id, so the machine's RSA rate is the limit.
        against,
      },
    ]
  } finally {
    await Promise.all([product.stop(), pong.stop(), text.stop()])
  }
}
