import { second } from '@baseplate/service/clock'
import type { Config } from '../../../foundation/config/schema.ts'
import { slugOf } from '../../../foundation/slug.ts'
import { presenceLifetime } from '../../sessions/rules.ts'
import type { KnownServer } from '../client.ts'
import { isDedicated } from '../rules.ts'

export const serverKinds = ['dedicated', 'selfhosted'] as const
export const serverStates = ['starting', 'ready', 'stopping', 'failed', 'silent'] as const

/** A game server as moderators see it. Times are Unix milliseconds. */
export interface Server {
  /** Place id and kind, such as `1818dedicated`. A place may have one server of each kind. */
  id: string
  placeId: number
  /** Name of the place; empty: the place does not exist. */
  name: string
  slug: string
  owner: string | null
  kind: (typeof serverKinds)[number]
  /** `silent`: a self-hosted server that no longer sends heartbeats. */
  state: (typeof serverStates)[number]
  /** When it started, failed or fell silent. */
  since: number | null
  players: number
  port: number | null
  memoryBytes: number | null
  /** Last heartbeat. */
  heard: number | null
  /** Why it failed. */
  reason: string | null
}

/** A place that has, or had, a server. */
export interface ServedPlace {
  id: number
  name: string
  owner: string | null
  dedicated: number
  server_port: number
  /** Last heartbeat in Unix seconds; 0: none yet. */
  server_ping: number
  players: number
}

interface View {
  hosting: Config['Gameservers']['Hosting']
  /** The orchestrator cannot be asked, so its last list may be out of date. */
  unreachable: boolean
  now: number
}

/**
 * Returns the servers of a place: the one that players join, and a dedicated one that still runs although players no longer
 * join it.
 */
export function serversForModerators(
  place: ServedPlace,
  known: KnownServer | undefined,
  view: View,
): Server[] {
  const heartbeat = place.server_ping * second
  const common = { placeId: place.id, name: place.name, slug: slugOf(place.name), owner: place.owner }
  const heard = heartbeat === 0 ? null : heartbeat
  const isAlive = view.now - heartbeat <= presenceLifetime
  const joined = { players: place.players, heard }
  const unused = { players: 0, heard: null }
  if (isDedicated(place, view.hosting)) {
    if (known) return [{ ...common, ...dedicated(known), ...joined }]
    // A heartbeat shows a server that started after the orchestrator's last list.
    const unlisted = { placeId: place.id, state: 'ready' } as const
    return view.unreachable && isAlive ? [{ ...common, ...dedicated(unlisted), ...joined }] : []
  }
  const own: Server = {
    ...common,
    ...joined,
    id: `${place.id}selfhosted`,
    kind: 'selfhosted',
    state: isAlive ? 'ready' : 'silent',
    since: isAlive ? null : heard,
    port: place.server_port,
    memoryBytes: null,
    reason: null,
  }
  return [...(heard === null ? [] : [own]), ...(known ? [{ ...common, ...dedicated(known), ...unused }] : [])]
}

/** A server whose place does not exist. */
export const orphanedServer = (known: KnownServer): Server => ({
  placeId: known.placeId,
  name: '',
  slug: '',
  owner: null,
  players: 0,
  heard: null,
  ...dedicated(known),
})

function dedicated({ placeId, state, since, startTime, port, memoryBytes, reason }: KnownServer) {
  const runs = state === 'starting' || state === 'ready'
  return {
    id: `${placeId}dedicated`,
    kind: 'dedicated' as const,
    // The orchestrator does not list stopped servers. One that stopped at this moment is about to disappear.
    state: state === 'stopped' ? ('stopping' as const) : state,
    since: (runs ? startTime : undefined) ?? since ?? null,
    // The remaining processes of a failed server are being ended, so players cannot join it.
    port: (state === 'failed' ? undefined : port) ?? null,
    memoryBytes: memoryBytes ?? null,
    reason: reason ?? null,
  }
}

export const serverSorts = ['newest', 'oldest', 'most', 'fewest'] as const
type ServerSort = (typeof serverSorts)[number]

/** Returns the value that servers are sorted by: the time of the last known change, or the number of players. */
export const rankOf = (server: Server, sort: ServerSort): number =>
  sort === 'most' || sort === 'fewest' ? server.players : (server.since ?? server.heard ?? 0)

/** Whether one server comes before another in this order. `created` is its rank, as cursors name it. */
export function isBefore(
  one: { created: number; id: string },
  other: { created: number; id: string },
  sort: ServerSort,
): boolean {
  const isDescending = sort === 'newest' || sort === 'most'
  const [first, second] = isDescending ? [other, one] : [one, other]
  return first.created === second.created ? first.id < second.id : first.created < second.created
}
