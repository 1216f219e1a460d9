import { type Asked, startGrown } from '../grown.ts'
import type { Measurement } from '../measurement.ts'
import { type Member, type SimulatedUsers, seedSimulatedUsers } from '../simulated-users.ts'

/** Names, prefixes and parts that match many users, some, one or none. */
const searched = [
  ...['d', 'sh', 'dragon', 'pixel_', 'hero', 'agon', 'layer', 'l_ghost', 'cky', '_ri', 'moon_k', 'ixel_fan1'],
  ...['dragon_wolf1', 'nobody_at_all', 'zzz', 'no one'],
]

/** A page, and the users who request it in turn. */
interface Page {
  name: string
  paths: (simulated: SimulatedUsers) => string[]
  viewers?: (simulated: SimulatedUsers) => readonly Member[]
  unlike?: string
}

const profileOf = ({ username }: Member) => `/user/${username}`
const ordinary = ({ ordinary }: SimulatedUsers) => ordinary
const eager = ({ eager }: SimulatedUsers) => eager

const pages: readonly Page[] = [
  { name: 'profile', paths: ({ ordinary }) => ordinary.map(profileOf) },
  { name: 'profile of the famous', paths: ({ famous }) => [profileOf(famous)] },
  {
    name: 'profiles of and for the best connected',
    paths: ({ eager }) => eager.map(profileOf),
    viewers: ({ eager, famous }) => [famous, ...eager],
  },
  { name: 'followers of the famous', paths: ({ famous }) => [`${profileOf(famous)}/followers`] },
  { name: '/home', paths: () => ['/home'] },
  // Reading more follows takes longer, and a thousand users are too few for as many follows.
  { name: '/home with 5,000 follows', paths: () => ['/home'], viewers: eager, unlike: '500 follows each' },
  { name: '/notifications', paths: () => ['/notifications'] },
  { name: '/notifications of the best connected', paths: () => ['/notifications'], viewers: eager },
  { name: '/search', paths: () => searched.map((q) => `/search?${new URLSearchParams({ q })}`) },
]

const formats = { page: 'text/html', JSON: 'application/json' }

/** Measures pages about people for signed-in users on a platform of a million users, against one of a thousand. */
export async function people(options: { users: number; database: string }): Promise<Measurement[]> {
  await using grown = await startGrown(options.database, 'users', options.users, seedSimulatedUsers)
  const measurements: Measurement[] = []
  for (const { name, paths, viewers = ordinary, unlike } of pages)
    for (const [format, accept] of Object.entries(formats)) {
      const asked: Asked<SimulatedUsers> = {
        name: `${name}, as ${format}`,
        paths: ({ seeded }) => paths(seeded),
        cookies: (seeded) => viewers(seeded).map(({ cookie }) => cookie),
        accept,
        ...(unlike !== undefined && { unlike }),
      }
      measurements.push(await grown.compare(asked))
    }
  return measurements
}
