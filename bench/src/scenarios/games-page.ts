import { startEmptySite } from '../empty-site.ts'
import { rates, type Versus, versus } from '../load.ts'
import { figure, type Measurement } from '../measurement.ts'
import { startProduct } from '../product.ts'
import { seedPlaces, seedSessions, seedTickets, seedUsers } from '../seed.ts'

/**
 * Measures the page of games, whose shelves show some of 50 places, rendered on the server, against an empty SvelteKit page.
 * Visitors share a page for a second, but each signed-in user gets a separate one.
 */
export async function gamesPage(): Promise<Measurement[]> {
  let cookies: string[] = []
  await using empty = await startEmptySite()
  await using product = await startProduct(async (platform) => {
    const users = await seedUsers(platform, 200)
    const places = await seedPlaces(platform, users[0] ?? '', 50)
    await seedTickets(platform, users, places[0] ?? 0, 'playing')
    cookies = await seedSessions(platform, users.slice(0, 1))
  })
  const measure = (headers: Record<string, string>): Promise<Versus> => {
    const load = { connections: 16, seconds: 5, headers: { Accept: 'text/html', ...headers } }
    return versus(
      { ...load, url: `${product.baseUrl}/games`, pids: [product.site.pid] },
      { ...load, url: empty.url, pids: [empty.pid] },
    )
  }
  const against = 'empty SvelteKit page'
  const name = '/games with 50 places'
  const visitors = await measure({})
  const signedIn = await measure({ Cookie: cookies[0] ?? '' })
  const ofACore = 1e6 / (signedIn.product.processorUs ?? Number.NaN)
  return [
    rates(`${name}, visitors`, visitors, against, 0.5, 'pages/s'),
    rates(`${name}, signed in`, signedIn, against, undefined, 'pages/s'),
    figure(`${name}, signed in, of one core`, ofACore, 'pages/s', 'limit', { target: { atLeast: 600 } }),
  ]
}
