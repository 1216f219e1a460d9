import { slugOf } from '@baseplate/platform/foundation/slug'
import type { Platform } from '@baseplate/platform/platform'
import { seedAppearances, seedPlaces, seedTickets, storeHat } from './seed.ts'
import { firstAsset, nameOf, seedSimulatedAssets } from './simulated-assets.ts'
import { seedSimulatedUsers } from './simulated-users.ts'

/** A request that the site gets often. */
export interface BusyRequest {
  path: string
  method?: 'GET' | 'POST'
  headers: Record<string, string>
}

/** A route and the requests for it, by their number. */
export interface BusyRoute {
  name: string
  request: (at: number) => BusyRequest
  /** Why it takes more than six statements. */
  reason?: string
}

const assets = 1_000
const placesOfMaker = 50

/**
 * Fills a platform with users, items and games, and returns the routes that users and game clients request most there.
 * A quarter of the makers of assets play, another quarter has a ticket.
 */
export async function seedBusiestRoutes(platform: Platform, users: number): Promise<BusyRoute[]> {
  const { ordinary } = await seedSimulatedUsers(platform, users)
  const makers = await seedSimulatedAssets(platform, assets)
  await seedAppearances(platform, makers)
  const places = await seedPlaces(platform, makers[0] ?? '', placesOfMaker)
  const quarter = makers.length / 4
  const playing = await seedTickets(platform, makers.slice(0, quarter), places[0] ?? 0, 'playing')
  const issued = await seedTickets(platform, makers.slice(quarter, 2 * quarter), places.at(-1) ?? 0, 'issued')
  const file = await storeHat(platform, makers[0] ?? '', new Uint8Array(4_096))
  const placeOf = (at: number) => `/place/${places[at]}/Place-number-${at}-of-many`

  const member = (at: number) => inTurn(ordinary, at)
  const page = (name: string, pathOf: (at: number) => string): BusyRoute => ({
    name,
    request: (at) => ({ path: pathOf(at), headers: { Accept: 'text/html', Cookie: member(at).cookie } }),
  })
  const client = (name: string, pathOf: (at: number) => string): BusyRoute => ({
    name,
    request: (at) => ({ path: pathOf(at), headers: { 'User-Agent': 'Client/WinInet' } }),
  })
  const reason = 'each part of the page is one lookup by index'
  return [
    client('presence', (at) => `/game/clientpresence?ticket=${inTurn(playing.slice(0, 20), at)}`),
    client('characterfetch', (at) => `/asset/characterfetch/player_${at % 200}`),
    client('asset', () => `/asset?id=${file}`),
    {
      ...client('join', (at) => `/game/join?ticket=${inTurn(issued, at)}`),
      reason: 'most record the visit, once for all simultaneous joins',
    },
    {
      name: 'play',
      reason: 'locks user and place, and counts seats and waiting players, in one transaction',
      request: (at) => ({
        // Enough games that none is full.
        path: `${placeOf(10 + (at % 20))}?/join`,
        method: 'POST',
        headers: { Accept: 'application/json', Cookie: member(at).cookie },
      }),
    },
    page('/games', () => '/games'),
    { ...page('place page', () => placeOf(0)), reason },
    { ...page('home', () => '/home'), reason },
    page('catalog', () => '/catalog'),
    { ...page('item', () => `/catalog/${firstAsset}/${slugOf(nameOf(0))}`), reason },
    { ...page('profile', (at) => `/user/${member(at + 1).username}`), reason },
    page('notifications', () => '/notifications'),
  ]
}

function inTurn<T>(all: readonly T[], at: number): T {
  const one = all[at % all.length]
  if (one === undefined) throw new Error('nothing was seeded')
  return one
}

/** Sends a request and reads its response. */
export async function send(baseUrl: string, { path, method = 'GET', headers }: BusyRequest): Promise<void> {
  const response = await fetch(`${baseUrl}${path}`, { method, headers, redirect: 'manual' })
  const text = await response.text()
  if (response.status !== 200) throw new Error(`${path}: ${response.status} ${text.slice(0, 200)}`)
}
