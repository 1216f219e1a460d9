import { second } from '../../foundation/clock.ts'
import type { Config } from '../../foundation/config/schema.ts'
import { presenceLifetime } from '../rules.ts'
import type { ServerStatus } from './client.ts'

/** Port of a place's dedicated server (decisions, section 4). */
export const dedicatedPort = (placeId: number) => 10_000 + (placeId % 25_000)

interface Hosted {
  id: number
  dedicated: number
  server_address: string
  server_port: number
}

type Hosting = Config['Gameservers']['Hosting']

/** Whether players join the place's dedicated server, or its maker's own. */
export const isDedicated = (place: { dedicated: number }, hosting: Hosting): boolean =>
  hosting === 'Dedicated' || (hosting === 'Both' && place.dedicated === 1)

/** Why the place has no dedicated server to start; undefined: it has one. */
export function startFault(place: { dedicated: number }, hosting: Hosting): string | undefined {
  if (hosting === 'Selfhosted') return 'Dedicated servers are not supported'
  return isDedicated(place, hosting) ? undefined : 'This place is not dedicated'
}

/**
 * Where a client that joins the place connects to, by `Gameservers.Hosting`.
 *
 * @param port where its dedicated server listens, if one is known to; when its own port is taken, that is another one.
 */
export function serverOf(
  place: Hosted,
  config: Pick<Config, 'Gameservers' | 'Orchestrator'>,
  port = dedicatedPort(place.id),
): { address: string; port: number } {
  const { Hosting, ProxyPortOffset } = config.Gameservers
  return isDedicated(place, Hosting)
    ? { address: new URL(config.Orchestrator.PublicURL).hostname, port: port + ProxyPortOffset }
    : { address: place.server_address, port: place.server_port }
}

/** A place's game server, as everybody may know it. */
export interface PlaceServer {
  kind: 'dedicated' | 'selfhosted'
  /** `unknown`: the orchestrator cannot be asked. */
  state: 'starting' | 'ready' | 'stopped' | 'failed' | 'unknown'
  /** Since when it runs, in Unix milliseconds. */
  since?: number
  /** Why it failed. */
  reason?: string
}

/**
 * The servers of a place: first the one that players join, then a dedicated one that runs on although they no longer do.
 *
 * @param status what the orchestrator says; undefined: it was not asked, or cannot be.
 */
export function serversOf(
  place: { dedicated: number; server_ping: number },
  hosting: Hosting,
  status: ServerStatus | undefined,
  now: number,
): [PlaceServer, ...PlaceServer[]] {
  // The ping is of the server that players join, whichever that is.
  const heard = now - place.server_ping * second <= presenceLifetime
  if (!isDedicated(place, hosting)) {
    const own: PlaceServer = { kind: 'selfhosted', state: heard ? 'ready' : 'stopped' }
    const left = status && dedicatedServer(status)
    return left?.state === 'starting' || left?.state === 'ready' ? [own, left] : [own]
  }
  if (status) return [dedicatedServer(status)]
  return [{ kind: 'dedicated', state: heard ? 'ready' : 'unknown' }]
}

function dedicatedServer({ state, startTime, reason }: ServerStatus): PlaceServer {
  return {
    kind: 'dedicated',
    // That it is stopping and that it has stopped is one thing to players.
    state: state === 'stopping' ? 'stopped' : state,
    ...(startTime !== undefined && { since: startTime }),
    ...(reason !== undefined && { reason }),
  }
}
