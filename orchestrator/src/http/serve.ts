import { createServer } from 'node:http'
import { drainAndClose } from '@baseplate/service/drain'
import { isPortTaken, listen } from '@baseplate/service/listen'
import { getRequestListener } from '@hono/node-server'
import type { Hono } from 'hono'
import { OrchestratorFault } from '../fault.ts'
import type { Environment } from './app.ts'

const timing = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 1_000,
  // Longer than proxies keep idle connections (Caddy: two minutes). A proxy could otherwise reuse one that is being closed.
  keepAliveTimeout: 130_000,
}

/** Time for responses in progress when the orchestrator stops. */
const graceMs = 1_000

export interface Listening {
  port: number
  /** Takes no more connections, and closes the existing ones. */
  close(): Promise<void>
}

interface ServeOptions {
  app: Hono<Environment>
  host: string
  /** 0 picks a free port. */
  port: number
  /** The setting of the port, for the message that the port is taken. */
  setting: string
}

/** @throws OrchestratorFault when it cannot listen. */
export async function serveApp({ app, host, port, setting }: ServeOptions): Promise<Listening> {
  // The name stands in for the `Host` header of HTTP/1.0 clients.
  const listener = getRequestListener(app.fetch, { hostname: 'localhost', overrideGlobalObjects: false })
  const server = createServer(timing, listener)
  try {
    const bound = await listen(server, host, port)
    return { port: bound, close: () => drainAndClose(server, graceMs) }
  } catch (error) {
    const why = isPortTaken(error) ? 'another program uses it' : String(error)
    throw new OrchestratorFault(
      `The orchestrator cannot listen on ${host} port ${port} (${setting}): ${why}.`,
      { cause: error },
    )
  }
}
