import { execFile } from 'node:child_process'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import type { Figure } from '../figure.ts'
import { freePort, startProduct } from '../product.ts'
import { seedPlaces, seedTickets, seedUsers } from '../seed.ts'
import { startServer } from '../server-process.ts'
import { versus } from '../versus.ts'

const run = promisify(execFile)
const emptySite = resolve(import.meta.dirname, '../../empty-site')
const connections = 16
const seconds = 5

/** The list of games with a full page of 50 places, rendered on the server, against an empty SvelteKit page. */
export async function gamesPage(): Promise<Figure[]> {
  await run('vite', ['build', '--logLevel=error'], { cwd: emptySite })
  const port = String(await freePort())
  const handler = pathToFileURL(join(emptySite, 'build/handler.js')).href
  const empty = await startServer(
    ['bench/src/peers/empty-page.ts'],
    { PORT: port, HANDLER: handler },
    /ready/,
  )
  const product = await startProduct(async (platform) => {
    const users = await seedUsers(platform, 200)
    const places = await seedPlaces(platform, users[0] ?? '', 50)
    await seedTickets(platform, users, places[0] ?? 0, 'playing')
  })
  try {
    const headers = { Accept: 'text/html' }
    const { product: games, peer } = await versus(
      { url: `${product.baseUrl}/games`, connections, seconds, headers },
      { url: `http://127.0.0.1:${port}/`, connections, seconds, headers },
    )
    return [
      {
        name: '/games with 50 places, server-rendered',
        value: games.requestsPerSecond,
        unit: 'pages/s',
        against: 'empty SvelteKit page',
        peer: peer.requestsPerSecond,
        target: { atLeastShare: 0.5 },
      },
    ]
  } finally {
    await Promise.all([product.stop(), empty.stop()])
  }
}
