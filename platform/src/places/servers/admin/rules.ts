import { type Actor, isModerator } from '../../../accounts/rules.ts'
import { second } from '../../../foundation/clock.ts'
import type { Config } from '../../../foundation/config/schema.ts'
import { Refused } from '../../../foundation/errors.ts'
import { slugOf } from '../../../foundation/slug.ts'
import { presenceLifetime } from '../../sessions/rules.ts'
import type { KnownServer } from '../client.ts'
import { isDedicated } from '../rules.ts'

export const serverKinds = ['dedicated', 'selfhosted'] as const
export const serverStates = ['starting', 'ready', 'stopping', 'failed', 'silent'] as const

/** A game server, as those who run the site see it; times are Unix milliseconds. */
export interface Server {
  /** One place may have one of each kind: `1818dedicated`. */
  id: string
  placeId: number
  /** Of the place; empty: it is gone. */
  name: string
  slug: string
  owner: string | null
  kind: (typeof serverKinds)[number]
  /** `silent`: a server of its maker's own that was heard of, and is no more. */
  state: (typeof serverStates)[number]
  /** Since when it runs, or has failed, or is silent. */
  since: number | null
  players: number
  port: number | null
  memoryBytes: number | null
  /** When it told its presence last. */
  heard: number | null
  /** Why it failed. */
  reason: string | null
}

/** A place that has a server, or that one was heard of. */
export interface ServedPlace {
  id: number
  name: string
  owner: string | null
  dedicated: number
  server_port: number
  /** Unix seconds; 0: never. */
  server_ping: number
  players: number
}

interface Seen {
  hosting: Config['Gameservers']['Hosting']
  /** The orchestrator cannot be asked: what it told last may be true no longer. */
  away: boolean
  now: number
}

/** The servers of a place: the one that players join, and a dedicated one that is there although they no longer do. */
export function serversOf(place: ServedPlace, known: KnownServer | undefined, seen: Seen): Server[] {
  const heardAt = place.server_ping * second
  const common = { placeId: place.id, name: place.name, slug: slugOf(place.name), owner: place.owner }
  const heard = heardAt === 0 ? null : heardAt
  const isHeard = seen.now - heardAt <= presenceLifetime
  const joined = { players: place.players, heard }
  const left = { players: 0, heard: null }
  if (isDedicated(place, seen.hosting)) {
    if (known) return [{ ...common, ...dedicated(known), ...joined }]
    // It was started since the orchestrator was heard of last.
    const unknown = { placeId: place.id, state: 'ready' } as const
    return seen.away && isHeard ? [{ ...common, ...dedicated(unknown), ...joined }] : []
  }
  const own: Server = {
    ...common,
    ...joined,
    id: `${place.id}selfhosted`,
    kind: 'selfhosted',
    state: isHeard ? 'ready' : 'silent',
    since: isHeard ? null : heard,
    port: place.server_port,
    memoryBytes: null,
    reason: null,
  }
  return [...(heard === null ? [] : [own]), ...(known ? [{ ...common, ...dedicated(known), ...left }] : [])]
}

/** A server whose place is gone. */
export const serverOfNobody = (known: KnownServer): Server => ({
  ...{ placeId: known.placeId, name: '', slug: '', owner: null, players: 0, heard: null },
  ...dedicated(known),
})

function dedicated({ placeId, state, since, startTime, port, memoryBytes, reason }: KnownServer) {
  const runs = state === 'starting' || state === 'ready'
  return {
    id: `${placeId}dedicated`,
    kind: 'dedicated' as const,
    // Those that have stopped are not told of; one that stopped this very moment is about to be gone.
    state: state === 'stopped' ? ('stopping' as const) : state,
    since: (runs ? startTime : undefined) ?? since ?? null,
    // What is left of one that failed is being ended: nobody joins it.
    port: (state === 'failed' ? undefined : port) ?? null,
    memoryBytes: memoryBytes ?? null,
    reason: reason ?? null,
  }
}

export const serverSorts = ['newest', 'oldest', 'most', 'fewest'] as const
export type ServerSort = (typeof serverSorts)[number]

/** What a server has its place in the order by: the time of its last change that is known, or its players. */
export const rankOf = (server: Server, sort: ServerSort): number =>
  sort === 'most' || sort === 'fewest' ? server.players : (server.since ?? server.heard ?? 0)

/** Whether a rank and id come before others. */
export function isBefore(
  one: { created: number; id: string },
  other: { created: number; id: string },
  sort: ServerSort,
): boolean {
  const falls = sort === 'newest' || sort === 'most'
  const [first, second] = falls ? [other, one] : [one, other]
  return first.created === second.created ? first.id < second.id : first.created < second.created
}

/** @throws Refused `forbidden` below level 4 */
export function permitServers(actor: Actor): void {
  if (!isModerator(actor)) throw new Refused('forbidden', 'Only moderators look after game servers')
}
