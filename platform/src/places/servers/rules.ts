import { minute, second } from '@baseplate/service/clock'
import type { Actor } from '../../accounts/rules.ts'
import type { Config } from '../../foundation/config/schema.ts'
import { Refused } from '../../foundation/errors.ts'
import { sameSecret } from '../../foundation/ids.ts'
import type { PlainCode } from '../../foundation/problem.ts'
import { presenceLifetime } from '../sessions/rules.ts'
import type { ServerStatus } from './client.ts'

/** Returns the port of a place's dedicated server: docs/reference/client-protocol.md#server-port. */
export const dedicatedPort = (placeId: number) => 10_000 + (placeId % 25_000)

interface Hosted {
  server_address: string
  server_port: number
}

type Hosting = Config['Gameservers']['Hosting']

/** Whether players join the place's dedicated server. Otherwise they join the one that its owner hosts. */
export const isDedicated = (place: { dedicated: number }, hosting: Hosting): boolean =>
  hosting === 'Dedicated' || (hosting === 'Both' && place.dedicated === 1)

const noDedicatedServers = 'servers.dedicated_unsupported'

/** @throws Refused `invalid` when hosting is `Selfhosted`. */
export function requireDedicatedHosting(hosting: Hosting): void {
  if (hosting === 'Selfhosted') throw new Refused(noDedicatedServers)
}

/** Returns why no dedicated server can be started for the place; undefined: one can. */
export function whyNotStart(place: { dedicated: number }, hosting: Hosting): PlainCode | undefined {
  if (hosting === 'Selfhosted') return noDedicatedServers
  return isDedicated(place, hosting) ? undefined : 'servers.place_not_dedicated'
}

/**
 * Returns the address that a joining client connects to: docs/reference/client-protocol.md#server-address.
 *
 * @param dedicated the port of the place's dedicated server, if players join that one.
 */
export function serverOf(
  place: Hosted,
  config: Pick<Config, 'Gameservers' | 'Orchestrator'>,
  dedicated: number | undefined,
): { address: string; port: number } {
  return dedicated === undefined
    ? { address: place.server_address, port: place.server_port }
    : {
        address: new URL(config.Orchestrator.PublicURL).hostname,
        port: dedicated + config.Gameservers.ProxyPortOffset,
      }
}

/** Whether this platform stores the worlds of places. */
export const keepsWorlds = ({ Engine, Places }: Pick<Config, 'Engine' | 'Places'>): boolean =>
  Engine === 'minetest' && Places.Worlds > 0

/** A place's game server, as every viewer of the place sees it. */
export interface PlaceServer {
  kind: 'dedicated' | 'selfhosted'
  /** `unknown`: the orchestrator cannot be asked. */
  state: 'starting' | 'ready' | 'stopped' | 'failed' | 'unknown'
  /** When it started, in Unix milliseconds. */
  since?: number
  /** Why it failed. */
  reason?: string
}

/**
 * Returns the servers of a place: first the one that players join, then a dedicated one that still runs although players no
 * longer join it.
 *
 * @param status undefined: the orchestrator was not asked or did not respond.
 */
export function serversOf(
  place: { dedicated: number; server_ping: number },
  hosting: Hosting,
  status: ServerStatus | undefined,
  now: number,
): [PlaceServer, ...PlaceServer[]] {
  // `server_ping` belongs to the server that players join, whichever kind that is.
  const isAlive = now - place.server_ping * second <= presenceLifetime
  if (!isDedicated(place, hosting)) {
    const own: PlaceServer = { kind: 'selfhosted', state: isAlive ? 'ready' : 'stopped' }
    const unused = status && dedicatedServer(status)
    return unused?.state === 'starting' || unused?.state === 'ready' ? [own, unused] : [own]
  }
  if (status) return [dedicatedServer(status)]
  return [{ kind: 'dedicated', state: isAlive ? 'ready' : 'unknown' }]
}

function dedicatedServer({ state, startTime, reason }: ServerStatus): PlaceServer {
  return {
    kind: 'dedicated',
    // Players need not tell a server that is stopping from one that has stopped.
    state: state === 'stopping' ? 'stopped' : state,
    ...(startTime !== undefined && { since: startTime }),
    ...(reason !== undefined && { reason }),
  }
}

/** Credentials of a caller for a place file or a serve script: docs/reference/client-protocol.md#place-files. */
export interface Credentials {
  /** The operator's key. */
  bearer?: string | undefined
  /** A server ticket or a run ticket. */
  ticket?: string | undefined
  /** The user of the session, if there is one. */
  actor?: Pick<Actor, 'id' | 'standing'> | undefined
}

/** Whether a place's file and serve script need no credentials: the place is public, and the operator's key is empty. */
export const isOpenToAll = (place: { private_server: number }, key: string | undefined): boolean =>
  key === '' && place.private_server === 0

/** Whether a caller may read the place's file and serve script. `permitReading` checks run tickets. */
export function mayReadPlaceFile(
  place: { server_ticket: string; private_server: number; owner_id: string },
  key: string | undefined,
  { bearer, ticket, actor }: Credentials,
): boolean {
  return (
    isOpenToAll(place, key) ||
    (bearer !== undefined && !!key && sameSecret(bearer, key)) ||
    (ticket !== undefined && sameSecret(ticket, place.server_ticket)) ||
    (actor !== undefined && !actor.standing && actor.id === place.owner_id)
  )
}

/**
 * Returns how long a run ticket gives access to the place's file and script: the time limit for becoming ready, plus a minute.
 * Heartbeats may use it as long as the server runs.
 */
export const runTicketLifetime = (readySeconds: number): number => readySeconds * second + minute
