import { startBareHttp } from '../bare-http.ts'
import type { Measurement } from '../measurement.ts'
import { startProduct } from '../product.ts'
import { seedAppearances, seedUsers } from '../seed.ts'
import { ratesOf, versus } from '../versus.ts'

const players = 1_000
const connections = 64
const seconds = 5

/**
 * Measures the requests that clients send for each visible player. Each of 1,000 players wears five items, and half of
 * them have colours of their own.
 */
export async function avatars(): Promise<Measurement[]> {
  const product = await startProduct(async (platform) => {
    await seedAppearances(platform, await seedUsers(platform, players))
  })
  const measure = async (path: string, share?: number): Promise<Measurement> => {
    const paths = Array.from({ length: players }, (_, number) => `${path}/player_${number}`)
    const { byteLength } = await (await fetch(`${product.baseUrl}${paths[0]}`)).arrayBuffer()
    const peer = await startBareHttp('x'.repeat(byteLength))
    try {
      const { baseUrl, site } = product
      const load = { connections, seconds, paths }
      const measured = await versus(
        { ...load, url: baseUrl, pid: site.pid },
        { ...load, url: peer.url, pid: peer.pid },
      )
      return {
        name: `${path}, ${players.toLocaleString('en')} players`,
        ...ratesOf(measured),
        against: 'bare node:http',
        ...(share !== undefined && { target: { atLeastShare: share } }),
      }
    } finally {
      await peer.stop()
    }
  }
  try {
    return [
      await measure('/asset/characterfetch', 0.4),
      await measure('/asset/bodycolours', 0.5),
      // Pictures have no target. A user without one gets the placeholder.
      { ...(await measure('/api/avatar')), name: '/api/avatar, placeholder' },
    ]
  } finally {
    await product.stop()
  }
}
