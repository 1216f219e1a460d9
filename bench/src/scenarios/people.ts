import type { Measurement } from '../measurement.ts'
import { type Populated, startPopulated } from '../populated.ts'
import { type Member, type SimulatedUsers, seedSimulatedUsers } from '../simulated-users.ts'
import { type MeteredLoad, processorTimeVersus } from '../versus.ts'

const few = 1_000
const connections = 8
const seconds = 3

/** Maximum ratio to the time of a page with a thousand users. */
const mostRatio = 1.5

/** A page and the users who request it in turn. */
interface Asked {
  name: string
  paths: (simulated: SimulatedUsers) => string[]
  viewers: (simulated: SimulatedUsers) => readonly Member[]
  /** How the small platform differs, so that its time is no limit. */
  unlike?: string
}

const profileOf = ({ username }: Member) => `/user/${username}`
const ordinary = ({ ordinary }: SimulatedUsers) => ordinary
const eager = ({ eager }: SimulatedUsers) => eager

/** Names, prefixes and parts that match many users, some, one or none. */
const searched = [
  ...['d', 'sh', 'dragon', 'pixel_', 'hero', 'agon', 'layer', 'l_ghost', 'cky', '_ri', 'moon_k', 'ixel_fan1'],
  ...['dragon_wolf1', 'nobody_at_all', 'zzz', 'no one'],
]

const pages: readonly Asked[] = [
  { name: 'profile', paths: ({ ordinary }) => ordinary.map(profileOf), viewers: ordinary },
  { name: 'profile of the famous', paths: ({ famous }) => [profileOf(famous)], viewers: ordinary },
  {
    name: 'profiles of and for the best connected',
    paths: ({ eager }) => eager.map(profileOf),
    viewers: ({ eager, famous }) => [famous, ...eager],
  },
  {
    name: 'followers of the famous',
    paths: ({ famous }) => [`${profileOf(famous)}/followers`],
    viewers: ordinary,
  },
  { name: '/home', paths: () => ['/home'], viewers: ordinary },
  // Reading more follows takes longer, and a thousand users are too few for as many follows.
  { name: '/home with 5,000 follows', paths: () => ['/home'], viewers: eager, unlike: '500 follows each' },
  { name: '/notifications', paths: () => ['/notifications'], viewers: ordinary },
  { name: '/notifications of the best connected', paths: () => ['/notifications'], viewers: eager },
  {
    name: '/search',
    paths: () => searched.map((q) => `/search?${new URLSearchParams({ q })}`),
    viewers: ordinary,
  },
]

/** Measures pages about people for signed-in users on a platform of a million users, against one of a thousand. */
export async function people(options: { users: number; database: string }): Promise<Measurement[]> {
  const small = await populated(few, options.database)
  const large = await populated(options.users, options.database)
  try {
    const measurements: Measurement[] = []
    for (const page of pages) {
      for (const [format, accept] of [
        ['page', 'text/html'],
        ['JSON', 'application/json'],
      ] as const) {
        measurements.push(await measure(`${page.name}, as ${format}`, page, accept, large, small))
      }
    }
    return measurements
  } finally {
    await small.stop()
    await large.stop()
  }
}

async function measure(
  name: string,
  { paths, viewers, unlike }: Asked,
  accept: string,
  large: PopulatedBy,
  small: PopulatedBy,
): Promise<Measurement> {
  const load = ({ product, simulated, processorSeconds }: PopulatedBy): MeteredLoad => ({
    url: product.baseUrl,
    connections,
    seconds,
    headers: { Accept: accept },
    paths: paths(simulated),
    cookies: viewers(simulated).map(({ cookie }) => cookie),
    processorSeconds,
  })
  const { product, peer } = await processorTimeVersus(load(large), load(small))
  return {
    name: `${name}, ${large.users.toLocaleString('en')} users`,
    value: product,
    unit: 'ms of processor',
    against: `with ${few.toLocaleString('en')} users${unlike ? `, ${unlike}` : ''}`,
    peer,
    ...(!unlike && { target: { atMostShare: mostRatio } }),
  }
}

interface PopulatedBy extends Populated {
  users: number
  simulated: SimulatedUsers
}

async function populated(users: number, database: string): Promise<PopulatedBy> {
  const seeded: SimulatedUsers[] = []
  const started = await startPopulated(database, `${users.toLocaleString('en')} users`, async (platform) => {
    seeded.push(await seedSimulatedUsers(platform, users))
  })
  const [simulated] = seeded
  if (!simulated) throw new Error('no users were simulated')
  return { ...started, users, simulated }
}
