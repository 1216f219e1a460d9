import { startEmptySite } from '../empty-site.ts'
import type { Measurement } from '../measurement.ts'
import { startProduct } from '../product.ts'
import { seedPlaces, seedTickets, seedUsers } from '../seed.ts'
import { ratesOf, versus } from '../versus.ts'

const connections = 16
const seconds = 5

/**
 * Measures the page of games, whose shelves show some of 50 places, rendered on the server, against an empty SvelteKit page.
 * Visitors share a page for a second, but each signed-in user gets a separate one.
 */
export async function gamesPage(): Promise<Measurement[]> {
  const empty = await startEmptySite()
  const product = await startProduct(async (platform) => {
    const users = await seedUsers(platform, 200)
    const places = await seedPlaces(platform, users[0] ?? '', 50)
    await seedTickets(platform, users, places[0] ?? 0, 'playing')
  })
  try {
    const measure = async (name: string, headers: Record<string, string>): Promise<Measurement> => {
      const compared = await versus(
        { url: `${product.baseUrl}/games`, pid: product.site.pid, connections, seconds, headers },
        { url: empty.url, pid: empty.pid, connections, seconds, headers },
      )
      return {
        name: `/games with 50 places, ${name}`,
        ...ratesOf(compared),
        unit: 'pages/s',
        against: 'empty SvelteKit page',
        target: { atLeastShare: 0.5 },
      }
    }
    const headers = { Accept: 'text/html' }
    const cookie = await signUp(product.baseUrl)
    return [await measure('visitors', headers), await measure('signed in', { ...headers, Cookie: cookie })]
  } finally {
    await Promise.all([product.stop(), empty.stop()])
  }
}

async function signUp(baseUrl: string): Promise<string> {
  const password = 'correct horse battery'
  const fields = { username: 'Reader', password, cpassword: password }
  const response = await fetch(`${baseUrl}/register?/register`, {
    method: 'POST',
    body: new URLSearchParams(fields),
    headers: { accept: 'application/json' },
    redirect: 'manual',
  })
  const cookie = response.headers.get('set-cookie')?.split(';')[0]
  if (!cookie) throw new Error(`registration failed: ${await response.text()}`)
  return cookie
}
