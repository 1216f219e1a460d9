import { randomBytes } from 'node:crypto'
import { rates, versus } from '../load.ts'
import { figure, type Measurement, repeated } from '../measurement.ts'
import { startProduct } from '../product.ts'
import { seedAppearances, seedCrowd, storeHat } from '../seed.ts'
import { startPeer } from '../server-process.ts'

const players = 1_000
const assets = 200
const assetBytes = 4_096
const against = 'bare node:http'
const headers = { 'User-Agent': 'Client/WinInet' }

/**
 * Measures the frequent requests of 1,000 players against a bare server: heartbeats, the join script of a local test,
 * small assets, and the appearances of visible players, who wear five items each.
 */
export async function presence(): Promise<Measurement[]> {
  let tickets: string[] = []
  let hats: number[] = []
  await using product = await startProduct(async (platform) => {
    tickets = await seedCrowd(platform, players, 'playing')
    const users = (await platform.db.selectFrom('users').select('id').execute()).map(({ id }) => id)
    await seedAppearances(platform, users)
    // Text, because the bare server gets its body in a variable.
    const file = () => Buffer.from(randomBytes(assetBytes / 2).toString('hex'))
    hats = await repeated(assets, () => storeHat(platform, users[0] ?? '', file()))
  })
  const compared = async (paths: readonly string[]) => {
    const response = await fetch(product.baseUrl + paths[0], { headers })
    await using bare = await startPeer({ BODY: await response.text() })
    const load = { connections: 64, seconds: 5, headers, paths }
    // Awaited here, because the server ends with this block.
    return await versus(
      { ...load, url: product.baseUrl, pids: [product.site.pid] },
      { ...load, url: bare.url, pids: [bare.pid] },
    )
  }
  const ofEach = (path: string) =>
    compared(Array.from({ length: players }, (_, at) => `${path}/player_${at}`))
  const ping = await compared(tickets.map((ticket) => `/game/clientpresence?ticket=${ticket}`))
  const { product: ours, peer } = ping
  return [
    rates('client presence, 1,000 live tickets', ping, against, 0.6),
    figure(
      'client presence, p99 at 64 connections',
      ours.p99Ms,
      'ms',
      `${against} ${peer.p99Ms.toFixed(1)} ms`,
      {
        target: { atMost: 10 },
      },
    ),
    // Has no target, because each script is signed for another user id, so the machine's RSA rate is the limit.
    rates('join without ticket', await compared(['/game/join']), against),
    rates('cached asset of 4 KB', await compared(hats.map((id) => `/asset?id=${id}`)), against, 0.4),
    rates('/asset/characterfetch, 1,000 players', await ofEach('/asset/characterfetch'), against, 0.4),
    rates('/asset/bodycolours, 1,000 players', await ofEach('/asset/bodycolours'), against, 0.5),
  ]
}
