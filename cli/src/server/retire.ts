import { once } from 'node:events'
import type { Server } from 'node:http'
import { Server as NetServer } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

/** Connections are closed once they may have been idle for this long, because their clients rarely use them again. */
const quietMs = 2_000
const sweepMs = 100

/**
 * Stops a server without failing a request. Other processes serve the same port and get all new connections. Each response
 * on an open connection announces its end (`siteResponse`), and idle connections are closed after a while. Resolves when no
 * connection is left, or after the grace period.
 */
export async function retireServer(server: Server, graceMs: number): Promise<void> {
  const closed = once(server, 'close')
  // The method of `http.Server` closes idle connections at once, while clients may be sending a request.
  NetServer.prototype.close.call(server)
  const started = performance.now()
  const sweep = setInterval(() => {
    if (performance.now() - started > quietMs) server.closeIdleConnections()
  }, sweepMs)
  await Promise.race([closed, delay(graceMs, undefined, { ref: false })])
  clearInterval(sweep)
}
