import { setTimeout as delay } from 'node:timers/promises'
import type { Server } from './driver.ts'
import type { Shared } from './shared.ts'

/** Delay between two attempts to end a server. */
const retryMs = 1_000

/** Ends a server, and retries until no process is left. */
export async function endServer(
  server: Server,
  { driver, limits, log }: Pick<Shared, 'driver' | 'limits' | 'log'>,
): Promise<void> {
  const name = `place ${server.placeId}: server ${server.pid}`
  for (;;) {
    try {
      await driver.end(server, limits.graceMs)
      log(`${name} stopped`)
      return
    } catch (error) {
      log(`${name} cannot be ended yet: ${error}`)
      await delay(retryMs)
    }
  }
}
