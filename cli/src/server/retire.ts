import { once } from 'node:events'
import type { Server } from 'node:http'
import { Server as NetServer } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

/** A client whose connection was idle for this long is not expected to use it at this moment. */
const quietMs = 2_000
const sweepMs = 100

/**
 * Ends a server whose port other processes serve, so that no request fails. New connections reach the others. On open ones,
 * each response announces the end of its connection (`siteResponse`). Idle connections are closed after a while.
 * Resolves when no connection is left, at the latest after the grace.
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
