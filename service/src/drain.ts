import { once } from 'node:events'
import type { Server } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'

/** Interval at which idle connections are closed while a server drains. */
const sweepMs = 20

/**
 * Stops accepting connections and closes idle ones. Resolves when none is left, at the latest after the grace. The caller
 * closes the remaining ones with `closeAllConnections`.
 */
export async function drain(server: Server, graceMs: number): Promise<void> {
  const closed = once(server, 'close')
  server.close()
  // A connection becomes idle when its last request is answered. Node.js emits no event for that.
  const sweep = setInterval(() => server.closeIdleConnections(), sweepMs)
  // Unreferenced, so that the timer does not delay the exit of the process.
  await Promise.race([closed, delay(graceMs, undefined, { ref: false })])
  clearInterval(sweep)
}

/** Drains a server, then closes the remaining connections. Resolves when none is left. */
export async function drainAndClose(server: Server, graceMs: number): Promise<void> {
  const closed = once(server, 'close')
  await drain(server, graceMs)
  server.closeAllConnections()
  await closed
}
