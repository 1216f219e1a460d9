import { type Clock, second } from '@baseplate/service/clock'
import { singleFlight } from '@baseplate/service/single-flight'
import { z } from 'zod'
import type { Config } from '../../foundation/config/schema.ts'

/** Pages and joining clients wait this long for the status of a server. */
const statusTimeoutMs = second

/** After a failure, statuses are not requested for this long. */
const pauseMs = 2 * second

/** Joins wait this long for a port that is not remembered, because they cannot do without it. */
const portTimeoutMs = 5 * second

/** Pages that list all servers wait this long. */
const listTimeoutMs = 3 * second

/** Time limit of all other requests. Closing a server may take its grace period on top. */
const requestTimeoutMs = 10 * second

/** Maximum number of places whose last known port is remembered. The oldest are evicted. */
const maxPorts = 10_000

/** The status of a place's server: docs/reference/orchestrator.md#server-status. Times are Unix milliseconds. */
const serverStatus = z.object({
  state: z.enum(['starting', 'ready', 'stopping', 'stopped', 'failed']),
  /** Present while the server has a process. */
  port: z.int().min(1).max(65_535).optional(),
  startTime: z.number().optional(),
  /** Id of the run, from the request that started it. */
  run: z.string().optional(),
  /** Start of the current state. */
  since: z.number().optional(),
  memoryBytes: z.number().optional(),
  /** Why it failed: a sentence that every viewer may read. */
  reason: z.string().optional(),
})
export type ServerStatus = z.output<typeof serverStatus>

const knownServers = z.array(serverStatus.extend({ placeId: z.int() }))
export type KnownServer = z.output<typeof knownServers>[number]

/** All servers, as the orchestrator listed them at one moment. */
export interface KnownServers {
  at: number
  servers: readonly KnownServer[]
}

/** Parameters of a start: docs/reference/orchestrator.md#start-a-server. */
export interface StartRequest {
  /** Address of the server's host script. */
  serveUrl: string
  /** Id of this run. */
  run: string
  /** Run ticket, with which the server reads its script and place file and reports presence. */
  ticket: string
  /** The site's address. */
  baseUrl: string
  placeName: string
  maxPlayers: number
  /** Version of the place's file. */
  placeVersion: number | undefined
}

/** A report about one server: docs/reference/orchestrator.md#server-presence. */
export interface ServerPresence {
  placeId: number
  players: number
  /** Seconds since its last heartbeat; null: none yet. */
  silentSeconds: number | null
}

/** The orchestrator cannot be reached, was too slow or refused. The message is for the operator. */
export class OrchestratorFailure extends Error {
  override name = 'OrchestratorFailure'
}

/** The orchestrator did not answer in time. It may still carry out the request. */
export class OrchestratorTimeout extends OrchestratorFailure {
  override name = 'OrchestratorTimeout'
}

/** Client of the orchestrator of dedicated servers. */
export interface Orchestrator {
  /** Starts the place's server unless it is running. @throws OrchestratorFailure; OrchestratorTimeout: it may start yet. */
  start(placeId: number, request: StartRequest): Promise<ServerStatus>
  /** Closes the place's server, if there is one. @throws OrchestratorFailure */
  close(placeId: number): Promise<ServerStatus>
  /** Returns undefined while the orchestrator cannot be asked. Never throws. */
  statusOf(placeId: number): Promise<ServerStatus | undefined>
  /**
   * Returns the port of the place's server; null: it has no server. While the orchestrator fails or is slow, it is the last known port.
   * Without one, it waits longer. Returns undefined when the port is not known. Never throws.
   */
  portOf(placeId: number): Promise<number | null | undefined>
  /** Lists all servers, including recently failed ones. @throws OrchestratorFailure */
  servers(): Promise<KnownServers>
  /** The last result of `servers`, for use while the orchestrator cannot be asked; undefined: none yet. */
  readonly lastServers: KnownServers | undefined
  /** @throws OrchestratorFailure */
  reportPresence(servers: readonly ServerPresence[]): Promise<void>
  /** Returns the end of the output of the place's servers. @throws OrchestratorFailure */
  readLog(placeId: number, maxBytes: number): Promise<string>
}

export function createOrchestrator(
  config: Pick<Config, 'Orchestrator' | 'orchestrator'>,
  now: Clock,
): Orchestrator {
  const ask = createTransport(config)
  const closeTimeoutMs = config.Orchestrator.GraceSeconds * second + requestTimeoutMs
  const ports = createPorts()
  let pausedUntil = 0
  let lastServers: KnownServers | undefined

  const askStatus = async (method: string, placeId: number, timeoutMs: number, body?: unknown) => {
    const status = parse(serverStatus, await ask(method, `/${placeId}`, timeoutMs, body))
    pausedUntil = 0
    ports.remember(placeId, status)
    return status
  }

  // Hundreds of players may join a place at the same moment.
  const statusOf = singleFlight(async (placeId: number) => {
    if (now() < pausedUntil) return undefined
    try {
      return await askStatus('GET', placeId, statusTimeoutMs)
    } catch {
      pausedUntil = now() + pauseMs
      return undefined
    }
  })

  const askPatiently = singleFlight((placeId: number) =>
    askStatus('GET', placeId, portTimeoutMs).catch(() => undefined),
  )

  const askServers = singleFlight(async (_all: 'all') => {
    const servers = parse(knownServers, await ask('GET', '/servers', listTimeoutMs))
    lastServers = { at: now(), servers }
    ports.rememberAll(servers)
    return lastServers
  })

  return {
    start: (placeId, request) => askStatus('PUT', placeId, requestTimeoutMs, request),
    close: (placeId) => askStatus('DELETE', placeId, closeTimeoutMs),
    statusOf,
    async portOf(placeId) {
      const status = (await statusOf(placeId)) ?? (ports.has(placeId) ? null : await askPatiently(placeId))
      if (!status) return ports.get(placeId)
      const hasServer = status.state !== 'stopped' && status.state !== 'failed'
      return status.port ?? (hasServer ? undefined : null)
    },
    servers: () => askServers('all'),
    get lastServers() {
      return lastServers
    },
    async reportPresence(servers) {
      const reports = servers.map(({ placeId, ...report }) => [placeId, report])
      await ask('POST', '/presence', requestTimeoutMs, reports)
    },
    readLog: (placeId, maxBytes) => ask('GET', `/${placeId}/log?bytes=${maxBytes}`, requestTimeoutMs),
  }
}

/** Remembers the last known ports by place. */
function createPorts() {
  const ports = new Map<number, number>()
  const remember = (placeId: number, { port }: ServerStatus) => {
    ports.delete(placeId)
    if (port !== undefined) ports.set(placeId, port)
    if (ports.size > maxPorts) ports.delete(ports.keys().next().value ?? 0)
  }
  return {
    remember,
    /** Another process may have closed the servers that are no longer listed, so their ports are forgotten. */
    rememberAll(servers: readonly KnownServer[]) {
      ports.clear()
      for (const server of servers) remember(server.placeId, server)
    },
    has: (placeId: number) => ports.has(placeId),
    get: (placeId: number) => ports.get(placeId),
  }
}

/** Returns a function that sends a request and returns the response's text. It throws OrchestratorFailure. */
function createTransport({ Orchestrator, orchestrator }: Pick<Config, 'Orchestrator' | 'orchestrator'>) {
  const url = Orchestrator.PrivateURL.replace(/\/+$/, '')
  const { key } = orchestrator
  const headers: Record<string, string> = key ? { authorization: `Bearer ${key}` } : {}

  return async (method: string, path: string, timeoutMs: number, body?: unknown): Promise<string> => {
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
      const { name, message, cause } = error as Error
      if (name === 'TimeoutError')
        throw new OrchestratorTimeout(`it did not answer in ${timeoutMs / second} s`)
      throw new OrchestratorFailure(cause instanceof Error ? `${message}: ${cause.message}` : message)
    }
  }
}

/** @throws OrchestratorFailure when the text does not fit the schema. */
function parse<Schema extends z.ZodType>(schema: Schema, text: string): z.output<Schema> {
  try {
    return schema.parse(JSON.parse(text))
  } catch {
    throw new OrchestratorFailure(`the response cannot be read: ${text.slice(0, 500)}`)
  }
}
