import type { Measurement } from '../measurement.ts'
import { type Product, startProduct } from '../product.ts'
import { seedAppearances, seedPlaces, seedTickets, seedUsers } from '../seed.ts'
import { versus } from '../versus.ts'

const few = 1_000
const many = 1_000_000

/** Number of users who are looked up and play: the same on both platforms, spread over all users. */
const asked = 1_000
const connections = 64
const seconds = 4

/** Measures the most frequent requests on a platform of a million users, against one of a thousand. */
export async function growth(): Promise<Measurement[]> {
  const small = await populated(few)
  const large = await populated(many)
  const measure = async (
    name: string,
    path: string,
    of: (populated: Populated) => string[],
    headers: Record<string, string> = {},
  ): Promise<Measurement> => {
    const load = (populated: Populated) => ({
      url: `${populated.product.baseUrl}${path}`,
      connections,
      seconds,
      headers,
      paths: of(populated),
    })
    const { product, peer } = await versus(load(large), load(small))
    return {
      name: `${name}, ${many.toLocaleString('en')} users`,
      value: product.requestsPerSecond,
      unit: 'requests/s',
      against: `with ${few.toLocaleString('en')} users`,
      peer: peer.requestsPerSecond,
      target: { atLeastShare: 0.8 },
    }
  }
  const appearance = (what: string) => (populated: Populated) =>
    populated.usernames.map((username) => `/asset/${what}/${username}`)
  try {
    return [
      await measure(
        'client presence',
        '/game/clientpresence',
        ({ tickets }) => tickets.map((ticket) => `/game/clientpresence?ticket=${ticket}`),
        { 'User-Agent': 'Client/WinInet' },
      ),
      await measure('characterfetch', '/', appearance('characterfetch')),
      await measure('bodycolours', '/', appearance('bodycolours')),
    ]
  } finally {
    await Promise.all([small.product.stop(), large.product.stop()])
  }
}

interface Populated {
  product: Product
  usernames: string[]
  tickets: string[]
}

async function populated(users: number): Promise<Populated> {
  const usernames = Array.from({ length: asked }, (_, at) => `player_${at * Math.floor(users / asked)}`)
  let tickets: string[] = []
  const product = await startProduct(async (platform) => {
    const ids = await seedUsers(platform, users)
    await seedAppearances(platform, ids)
    const [place = 0] = await seedPlaces(platform, ids[0] ?? '', 1)
    const playing = Array.from({ length: asked }, (_, at) => ids[at * Math.floor(users / asked)] ?? '')
    tickets = await seedTickets(platform, playing, place, 'playing')
  })
  return { product, usernames, tickets }
}
