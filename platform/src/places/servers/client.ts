import { z } from 'zod'
import { type Clock, second } from '../../foundation/clock.ts'
import type { Config } from '../../foundation/config/schema.ts'
import { singleFlight } from '../../foundation/single-flight.ts'

/** A page, or somebody who joins, waits this long to learn of a server. */
const statusTimeoutMs = second

/** After a failure nobody waits for a status again for this long. */
const pauseMs = 2 * second

/** Those who look at all servers wait this long. */
const listTimeoutMs = 3 * second

/** Starting answers when there is a process; ending when nothing is left of it, which servers may take their grace for. */
const orderTimeoutMs = 10 * second

/** Places whose last known port is kept at most; the oldest go first. */
const maxKept = 10_000

/** What the orchestrator tells of a place's server (docs/reference/orchestrator.md#server-status); times are Unix milliseconds. */
const serverStatus = z.object({
  state: z.enum(['starting', 'ready', 'stopping', 'stopped', 'failed']),
  /** While there is a process. */
  port: z.int().min(1).max(65_535).optional(),
  startTime: z.number().optional(),
  /** The `run` of the request that started it. */
  run: z.string().optional(),
  /** When the state began. */
  since: z.number().optional(),
  memoryBytes: z.number().optional(),
  /** Why it failed: a sentence for everybody. */
  reason: z.string().optional(),
})
export type ServerStatus = z.output<typeof serverStatus>

const knownServers = z.array(serverStatus.extend({ placeId: z.int() }))
export type KnownServer = z.output<typeof knownServers>[number]

/** What the orchestrator told of all servers, and when. */
export interface KnownServers {
  at: number
  servers: readonly KnownServer[]
}

/** Parameters of a start. */
export interface StartOrder {
  /** Address of the server's script. */
  serveUrl: string
  /** Id of this start. */
  run: string
  /** The ticket with which this server reads its script and reports its presence. */
  ticket: string
}

/** What the site knows of a server that runs. */
export interface ServerPresence {
  placeId: number
  players: number
  /** How long ago it told its presence; null: never. */
  silentSeconds: number | null
}

/** The orchestrator cannot be reached, was too slow, or said no; the message is for the operator. */
export class OrchestratorFailure extends Error {
  override name = 'OrchestratorFailure'
}

/** The orchestrator of dedicated servers, as the platform uses it. What may throw throws OrchestratorFailure. */
export interface Orchestrator {
  /**
   * Starts the place's server; one that runs is as good.
   * @throws OrchestratorFailure
   */
  start(placeId: number, order: StartOrder): Promise<ServerStatus>
  /** Ends the place's server; none there is as good. @throws OrchestratorFailure */
  close(placeId: number): Promise<ServerStatus>
  /** Undefined while the orchestrator cannot be asked. Never throws. */
  statusOf(placeId: number): Promise<ServerStatus | undefined>
  /** The port of the place's server, the last known one while the orchestrator cannot be asked; undefined: none. Never throws. */
  portOf(placeId: number): Promise<number | undefined>
  /** Every server that there is, and those that failed not long ago. @throws OrchestratorFailure */
  servers(): Promise<KnownServers>
  /** What was told last, for when it cannot be asked; undefined: nothing yet. */
  readonly lastServers: KnownServers | undefined
  /** @throws OrchestratorFailure */
  reportPresence(servers: readonly ServerPresence[]): Promise<void>
  /** The end of what the place's servers printed. @throws OrchestratorFailure */
  readLog(placeId: number, maxBytes: number): Promise<string>
}

export function createOrchestrator(
  config: Pick<Config, 'Orchestrator' | 'orchestrator'>,
  now: Clock,
): Orchestrator {
  const url = config.Orchestrator.PrivateURL.replace(/\/+$/, '')
  const { key } = config.orchestrator
  const headers: Record<string, string> = key ? { authorization: `Bearer ${key}` } : {}
  const closeTimeoutMs = config.Orchestrator.GraceSeconds * second + orderTimeoutMs
  /** By place ids. */
  const ports = new Map<number, number>()
  let pausedUntil = 0
  let lastServers: KnownServers | undefined

  const ask = async (method: string, path: string, timeoutMs: number, body?: unknown): Promise<string> => {
    try {
      const response = await fetch(url + path, {
        method,
        headers,
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      const text = await response.text()
      if (!response.ok) throw new OrchestratorFailure(`it answered ${response.status} ${text.slice(0, 500)}`)
      return text
    } catch (error) {
      if (error instanceof OrchestratorFailure) throw error
      const { message, cause } = error as Error
      throw new OrchestratorFailure(cause instanceof Error ? `${message}: ${cause.message}` : message)
    }
  }

  const askStatus = async (method: string, placeId: number, timeoutMs: number, body?: unknown) => {
    const status = parse(serverStatus, await ask(method, `/${placeId}`, timeoutMs, body))
    pausedUntil = 0
    ports.delete(placeId)
    if (status.port !== undefined) ports.set(placeId, status.port)
    if (ports.size > maxKept) ports.delete(ports.keys().next().value ?? 0)
    return status
  }

  // Hundreds may join a place at one moment.
  const statusOf = singleFlight(async (placeId: number) => {
    if (now() < pausedUntil) return undefined
    try {
      return await askStatus('GET', placeId, statusTimeoutMs)
    } catch {
      pausedUntil = now() + pauseMs
      return undefined
    }
  })

  const askServers = singleFlight(async (_all: 'all') => {
    const servers = parse(knownServers, await ask('GET', '/servers', listTimeoutMs))
    lastServers = { at: now(), servers }
    return lastServers
  })

  return {
    start: (placeId, order) => askStatus('PUT', placeId, orderTimeoutMs, order),
    close: (placeId) => askStatus('DELETE', placeId, closeTimeoutMs),
    statusOf,
    async portOf(placeId) {
      const status = await statusOf(placeId)
      return status ? status.port : ports.get(placeId)
    },
    servers: () => askServers('all'),
    get lastServers() {
      return lastServers
    },
    async reportPresence(servers) {
      const reports = servers.map(({ placeId, ...report }) => [placeId, report])
      await ask('POST', '/presence', orderTimeoutMs, reports)
    },
    readLog: (placeId, maxBytes) => ask('GET', `/${placeId}/log?bytes=${maxBytes}`, orderTimeoutMs),
  }
}

/** @throws OrchestratorFailure when it is something else. */
function parse<Schema extends z.ZodType>(schema: Schema, text: string): z.output<Schema> {
  try {
    return schema.parse(JSON.parse(text))
  } catch {
    throw new OrchestratorFailure(`it answered what nobody can read: ${text.slice(0, 500)}`)
  }
}
