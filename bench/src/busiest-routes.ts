import type { BusiestWorld } from './busiest-world.ts'

/** A request that the site gets often. */
export interface BusyRequest {
  path: string
  method?: 'POST'
  headers: Record<string, string>
}

/** A route and the requests for it, by their number. */
export interface BusyRoute {
  name: string
  request: (at: number) => BusyRequest
  /** Why it takes more than six statements. */
  reason?: string
}

const inTurn = <T>(all: readonly T[], at: number): T => {
  const one = all[at % all.length]
  if (one === undefined) throw new Error('the world is empty')
  return one
}

/** Returns the routes that users and game clients request most. */
export function busiestRoutes(world: BusiestWorld): BusyRoute[] {
  const parts = 'each part of the page is one lookup by index'
  const client = { 'User-Agent': 'Client/WinInet' }
  const page = (name: string, pathOf: (at: number) => string, reason?: string): BusyRoute => ({
    name,
    request: (at) => ({
      path: pathOf(at),
      headers: { Accept: 'text/html', Cookie: inTurn(world.members, at).cookie },
    }),
    ...(reason !== undefined && { reason }),
  })
  const fromClient = (name: string, pathOf: (at: number) => string, reason?: string): BusyRoute => ({
    name,
    request: (at) => ({ path: pathOf(at), headers: client }),
    ...(reason !== undefined && { reason }),
  })
  return [
    fromClient('presence', (at) => `/game/clientpresence?ticket=${inTurn(world.playing.slice(0, 20), at)}`),
    fromClient('characterfetch', (at) => `/asset/characterfetch/${inTurn(world.dressed, at)}`),
    fromClient('asset', (at) => `/asset?id=${inTurn(world.files, at)}`),
    fromClient(
      'join',
      (at) => `/game/join?ticket=${inTurn(world.issued, at)}`,
      'most record the visit, once for all simultaneous joins',
    ),
    {
      name: 'play',
      reason: 'locks user and place, and counts seats and waiting players, in one transaction',
      request: (at) => ({
        // Enough games that none is full.
        path: `${inTurn(world.places.slice(10, 30), at)}?/join`,
        method: 'POST',
        headers: { Accept: 'application/json', Cookie: inTurn(world.members, at).cookie },
      }),
    },
    page('/games', () => '/games'),
    page('place page', () => world.places[0] ?? '', parts),
    page('home', () => '/home', parts),
    page('catalog', () => '/catalog'),
    page('item', () => world.item, parts),
    page('profile', (at) => `/user/${inTurn(world.members, at + 1).username}`, parts),
    page('notifications', () => '/notifications'),
  ]
}

/** Sends a request and reads its response. */
export async function send(baseUrl: string, { path, method, headers }: BusyRequest): Promise<void> {
  const response = await fetch(`${baseUrl}${path}`, {
    ...(method && { method }),
    headers,
    redirect: 'manual',
  })
  const text = await response.text()
  if (response.status !== 200) throw new Error(`${path}: ${response.status} ${text.slice(0, 200)}`)
}
