import { setTimeout as delay } from 'node:timers/promises'
import type { Server } from './driver.ts'
import { Refused } from './fault.ts'
import type { StartFields } from './launch.ts'
import type { Shared } from './shared.ts'

/** Delay between two attempts to end a server. */
const retryMs = 1_000

interface StartCallbacks {
  /** Whether the start was not cancelled. */
  isWanted: () => boolean
  /** Called with the process as soon as it exists. */
  onServer: (server: Server) => void
  /** Called with the reason when there is no process, unless it is no longer wanted. */
  onFailure: (reason: string) => void
}

/**
 * Starts the process of a place's server, on a port that is reserved until the server is gone. Returns undefined when the
 * place is closed before there is a process.
 *
 * @throws Refused 503 without a free port, 500 when the command cannot be run
 */
export async function startServer(
  placeId: number,
  fields: StartFields,
  { counts, driver, launch, log, ports }: Shared,
  { isWanted, onServer, onFailure }: StartCallbacks,
): Promise<Server | undefined> {
  const port = await ports.take(placeId)
  if (port === undefined) {
    if (isWanted()) onFailure('there is no free port for it')
    throw new Refused(503, `there is no free port for the server of place ${placeId}`)
  }
  if (!isWanted()) {
    ports.release(port)
    return undefined
  }
  try {
    counts.starts++
    const server = await driver.start(await launch({ placeId, port, fields }))
    log(`place ${placeId}: server ${server.pid} starts on port ${port}`)
    onServer(server)
    return server
  } catch (error) {
    ports.release(port)
    log(`place ${placeId}: the server cannot be started: ${error}`, 'error')
    if (isWanted()) onFailure('it could not be started')
    throw new Refused(500, `the server of place ${placeId} cannot be started: ${(error as Error).message}`)
  }
}

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
      log(`${name} cannot be ended yet: ${error}`, 'error')
      await delay(retryMs)
    }
  }
}
