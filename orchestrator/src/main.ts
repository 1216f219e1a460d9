import type { IncomingMessage } from 'node:http'
import { readCommand } from './command.ts'
import type { Driver } from './driver.ts'
import { Fleet } from './fleet.ts'
import { createApp } from './http/app.ts'
import { Feed } from './http/feed.ts'
import { addPrivateRoutes } from './http/private.ts'
import { addPublicRoutes } from './http/public.ts'
import { type Listening, serveApp } from './http/serve.ts'
import { type IsolationOptions, openIsolation } from './isolation/open.ts'
import { createLaunch } from './launch.ts'
import { openLocalDriver } from './local/driver.ts'
import type { LogLimits } from './local/rotating-log.ts'
import type { Log } from './log.ts'
import type { Limits } from './rules.ts'
import { openWorlds, readSnapshot, type WorldOptions } from './worlds/open.ts'

export { OrchestratorFault } from './fault.ts'

export interface OrchestratorOptions {
  /** Folder of the state file and of a folder for each place. */
  directory: string
  /** Program and arguments of a game server, with placeholders; see `readCommand`. */
  command: readonly string[]
  /** Variables of game servers, besides the few that they inherit, such as `PATH`. */
  environment: Readonly<Record<string, string>>
  /** The site's address. Its pages may follow servers, and servers fetch their scripts from it. */
  siteUrl: string
  /** Port of the API for the site, on 127.0.0.1; 0 picks a free one. */
  privatePort: number
  /** Host names of that API, besides those of this machine. */
  privateHosts?: readonly string[]
  /** Address of the API for browsers. */
  publicHost: string
  publicPort: number
  /** Returns the client that a request counts for; by default the address of its connection. */
  clientOf?: (request: IncomingMessage) => string
  /** The bearer key that every request to the private API must carry; without one every program on this machine is trusted. */
  key?: string | undefined
  /** How game servers are isolated. `limits` has the limit of their memory. */
  isolation: Omit<IsolationOptions, 'memoryBytes'>
  limits: Limits
  /** How worlds are stored; without it, none is. */
  worlds?: WorldOptions | undefined
  serverLog: LogLimits
  /** Takes lines for the console. */
  log: Log
  /** Returns the number of dropped lines, for `/metrics`. */
  droppedLogLines?: (() => number) | undefined
}

export interface Orchestrator {
  privatePort: number
  publicPort: number
  /** Ends all servers, then itself: within the grace of servers and some seconds. May be called again. */
  close: () => Promise<void>
}

/**
 * Runs game servers until `close` is called.
 *
 * @throws OrchestratorFault when the command cannot be run, the folder is in use, or a port is taken
 */
export async function runOrchestrator(options: OrchestratorOptions): Promise<Orchestrator> {
  const { limits, log } = options
  const command = readCommand(options.command)
  const snapshot = options.worlds && readSnapshot(options.worlds)
  const driver = await openLocalDriver({
    ...options,
    graceMs: limits.graceMs,
    openIsolation: (folder) =>
      openIsolation({ ...options.isolation, memoryBytes: limits.memoryBytes }, folder, log),
  })
  const worlds =
    options.worlds &&
    snapshot &&
    openWorlds(snapshot, options.worlds, { ...options, folders: driver.folders })
  const feed = new Feed()
  const fleet = new Fleet({
    driver,
    limits,
    launch: createLaunch({ command, siteUrl: options.siteUrl, silentMs: limits.silentMs, driver }),
    worlds,
    onChange: (status) => feed.publish(status),
    log,
  })
  return serve({ options, driver, fleet, feed })
}

interface Parts {
  options: OrchestratorOptions
  driver: Driver
  fleet: Fleet
  feed: Feed
}

async function serve({ options, driver, fleet, feed }: Parts): Promise<Orchestrator> {
  const sides: Listening[] = []
  const opened = Promise.withResolvers<void>()
  const closeAll = async () => {
    await fleet.close()
    feed.close()
    await Promise.all(sides.map((side) => side.close()))
    await driver.close()
  }
  try {
    const publicSide = await servePublic({ options, driver, fleet, feed }, opened.promise)
    sides.push(publicSide)
    const privateSide = await servePrivate({ options, driver, fleet, feed }, opened.promise)
    sides.push(privateSide)
    // Servers are only touched once both ports are bound, and requests are only answered after that.
    await fleet.open()
    opened.resolve()
    options.log(
      `orchestrator: for the site on 127.0.0.1:${privateSide.port}, for browsers on port ${publicSide.port}`,
    )
    let closed: Promise<void> | undefined
    return {
      privatePort: privateSide.port,
      publicPort: publicSide.port,
      close: () => {
        closed ??= closeAll()
        return closed
      },
    }
  } catch (error) {
    await closeAll()
    throw error
  }
}

function servePublic({ options, fleet, feed }: Parts, opened: Promise<void>): Promise<Listening> {
  const { publicHost, publicPort, siteUrl, clientOf = connectionAddress } = options
  const app = createApp({ opened, onError: errorLog(options) })
  addPublicRoutes(app, { fleet, feed, clientOf, siteOrigin: new URL(siteUrl).origin })
  return serveApp({ app, host: publicHost, port: publicPort, setting: 'Orchestrator.PublicURL' })
}

function servePrivate({ options, driver, fleet, feed }: Parts, opened: Promise<void>): Promise<Listening> {
  const { privatePort, privateHosts = [], key, droppedLogLines = () => 0 } = options
  const app = createApp({ opened, onError: errorLog(options) })
  addPrivateRoutes(app, {
    fleet,
    key,
    droppedLogLines,
    hosts: new Set(['127.0.0.1', 'localhost', '[::1]', ...privateHosts]),
    readLog: (placeId, bytesMax) => driver.readLog(placeId, bytesMax),
    listeners: () => feed.listeners,
  })
  return serveApp({ app, host: '127.0.0.1', port: privatePort, setting: 'Orchestrator.PrivateURL' })
}

const errorLog = ({ log }: OrchestratorOptions) => {
  return (error: unknown) =>
    log(`unexpected error: ${error instanceof Error ? error.stack : String(error)}`, 'error')
}

const connectionAddress = (request: IncomingMessage): string => request.socket.remoteAddress ?? ''
