import { createHash } from 'node:crypto'
import { chmodSync, mkdirSync } from 'node:fs'
import { realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Driver, Observation, Order, Server } from '../driver.ts'
import type { Isolation } from '../isolation/open.ts'
import type { Log } from '../log.ts'
import { Family, markVariable } from './family.ts'
import { createHandOver } from './hand-over.ts'
import { failureOf, identify, launch } from './launch-process.ts'
import { type LocalServer, observeServer } from './local-server.ts'
import { lockFolder } from './lock.ts'
import { Logs } from './logs.ts'
import { makeFolder, passageMode } from './make-folder.ts'
import { removeOldFolders } from './old-folders.ts'
import { openProcesses } from './open-processes.ts'
import { isPortFree } from './port-probe.ts'
import type { Processes } from './processes.ts'
import type { LogLimits } from './rotating-log.ts'
import { type ServerNote, StateFile } from './state-file.ts'
import { findSurvivors, markOf, readMark } from './survivors.ts'

const dayMs = 86_400_000

/** Delay before an attempt that the system refused is retried. */
const retryMs = 1_000

interface LocalOptions {
  /** The orchestrator's own folder, with its state file and, for each place, a folder for the log and one for the servers. */
  directory: string
  /** Variables of all servers. */
  environment: Readonly<Record<string, string>>
  serverLog: LogLimits
  /** Takes lines for the console. */
  log: Log
  /** Time in which the remaining processes of a dead server may end by themselves. */
  graceMs: number
  /** Opens the isolation of servers, once the folder exists. */
  openIsolation: (folder: string) => Isolation
  processes?: Processes | undefined
}

/** @throws OrchestratorFault when another orchestrator uses the folder, or it cannot be made. */
export async function openLocalDriver(options: LocalOptions): Promise<Driver> {
  makeFolder(options.directory, passageMode)
  makeFolder(join(options.directory, 'servers'), passageMode)
  // Game servers that run as another user cannot enter it.
  makeFolder(join(options.directory, 'logs'), 0o700)
  const unlock = await lockFolder(join(options.directory, 'lock'))
  return new LocalDriver({ ...options, directory: await realpath(options.directory) }, unlock)
}

/**
 * Runs servers as processes of this machine, each in its own session.
 *
 * The next orchestrator finds a server by its note in the state file and by the mark in the environment of its processes. The
 * mark exists from their first moment, so a crash between starting a server and noting it loses nothing.
 */
class LocalDriver implements Driver {
  readonly #options: LocalOptions
  readonly #unlock: () => void
  readonly #processes: Processes
  readonly #isolation: Isolation
  readonly #state: StateFile
  readonly #logs: Logs
  readonly #handOver: ReturnType<typeof createHandOver>
  readonly #servers = new Set<LocalServer>()
  /** The beginning of all marks of this folder's servers. */
  readonly #markPrefix: string
  readonly #cleaning = setInterval(() => this.#removeOldFolders(), dayMs).unref()

  constructor(options: LocalOptions, unlock: () => void) {
    const { directory, serverLog, log } = options
    this.#options = options
    this.#unlock = unlock
    this.#processes = options.processes ?? openProcesses()
    this.#isolation = options.openIsolation(join(directory, 'servers'))
    const notes = () => [...this.#servers].map(({ note }) => note)
    this.#state = new StateFile(join(directory, 'state.json'), notes)
    this.#markPrefix = `${createHash('sha256').update(directory).digest('hex').slice(0, 16)}/`
    this.#logs = new Logs({
      folder: join(directory, 'logs'),
      limits: serverLog,
      log,
      environment: { [markVariable]: `${this.#markPrefix}logs` },
    })
    this.#handOver = createHandOver((placeId) => this.#folderOf(placeId), this.#isolation.own)
  }

  async recover(): Promise<Server[]> {
    const survivors = findSurvivors(this.#processes, await this.#state.read(), this.#markPrefix)
    for (const note of survivors.servers) this.#follow(note, true)
    this.#removeOldFolders()
    const strays = survivors.strays.map((stray) => new Family(stray, this.#processes))
    await Promise.all(strays.map((family) => family.end(this.#options.graceMs)))
    await this.#state.save()
    // The log keeper of the earlier orchestrator has ended by now.
    await Promise.all([...this.#servers].map(({ placeId }) => this.#logs.adopt(placeId)))
    return [...this.#servers]
  }

  isPortFree(port: number): Promise<boolean> {
    return isPortFree(port)
  }

  handOver<Name extends string>(
    placeId: number,
    contents: Partial<Record<Name, string>>,
  ): Promise<Partial<Record<Name, string>>> {
    return this.#handOver.write(placeId, contents)
  }

  async start(order: Order): Promise<Server> {
    const server = await this.#launch(order)
    try {
      await this.#state.save()
    } catch (error) {
      // The next orchestrator might not find a server that has no note.
      await this.end(server, 0)
      throw error
    }
    return server
  }

  async observe(watched: readonly Server[]): Promise<Map<Server, Observation>> {
    const found = new Map<Server, Observation>()
    for (const server of watched as readonly LocalServer[]) {
      try {
        server.lastObservation = await observeServer(server, this.#processes)
      } catch (error) {
        this.#options.log(`place ${server.placeId}: the server cannot be observed: ${error}`, 'error')
      }
      if (server.lastObservation) found.set(server, server.lastObservation)
    }
    return found
  }

  async end(server: Server, graceMs: number): Promise<void> {
    const { family, gone, noteEnd } = server as LocalServer
    await family.end(graceMs)
    noteEnd('when it was told to')
    await gone
  }

  readLog(placeId: number, bytesMax: number): Promise<string> {
    return this.#logs.tail(placeId, bytesMax)
  }

  async close(): Promise<void> {
    clearInterval(this.#cleaning)
    this.#logs.close()
    await this.#state.written()
    this.#unlock()
  }

  #folderOf(placeId: number): string {
    return join(this.#options.directory, 'servers', String(placeId))
  }

  /** Starts the first process of a server. */
  async #launch(order: Order): Promise<LocalServer> {
    const { placeId, port, run, placeVersion } = order
    const startTime = Date.now()
    const mark = markOf(this.#markPrefix, { placeId, port, startTime, run })
    const work = join(this.#folderOf(placeId), 'work')
    mkdirSync(work, { recursive: true })
    chmodSync(this.#folderOf(placeId), passageMode)
    this.#isolation.own(work)
    const version = placeVersion === undefined ? '' : `, version ${placeVersion}`
    const heading = `--- ${new Date(startTime).toISOString()} place ${placeId}, port ${port}${version}`
    const output = await this.#logs.open(placeId, heading)
    try {
      const child = launch(order, {
        work,
        isolation: this.#isolation,
        access: this.#handOver.folderOf(placeId),
        environment: { ...this.#options.environment, ...order.environment, [markVariable]: mark },
        output: output.fd,
      })
      if (child.pid === undefined) throw await failureOf(child)
      // Within this tick, Node.js cannot have reaped the child. Even if it has ended, it is still in the process table.
      const identity = identify(this.#processes, child.pid)
      const server = this.#follow({ placeId, port, pid: child.pid, identity, mark, startTime }, false)
      child.once('exit', (code, signal) => server.noteEnd(signal ? `by ${signal}` : `with code ${code}`))
      return server
    } finally {
      await output.close()
    }
  }

  /** Adds a running server. It is removed when all of its processes have ended. */
  #follow(note: ServerNote, adopted: boolean): LocalServer {
    const { promise: ended, resolve } = Promise.withResolvers<string>()
    const { placeId, port, pid, startTime, mark } = note
    const server: LocalServer = {
      placeId,
      port,
      run: readMark(mark)?.run ?? '',
      pid,
      startTime,
      ended,
      gone: ended.then(() => this.#release(server)),
      note,
      family: new Family(note, this.#processes),
      adopted,
      listens: false,
      lastObservation: undefined,
      noteEnd: resolve,
    }
    this.#servers.add(server)
    return server
  }

  /** Releases all resources of a server whose first process has ended. */
  async #release(server: LocalServer): Promise<void> {
    await this.#endFamily(server)
    this.#servers.delete(server)
    this.#isolation.release(server.run)
    await this.#logs.forget(server.placeId)
    // A failure does no harm: the next start replaces the files.
    await this.#handOver.remove(server.placeId).catch(() => undefined)
    // An outdated note does no harm: its identity matches no process.
    await this.#state.save().catch(() => undefined)
  }

  /** Ends all processes of a server. Retries until it succeeds, because a remaining process may hold the port. */
  async #endFamily({ family, placeId }: LocalServer): Promise<void> {
    const { graceMs, log } = this.#options
    for (;;) {
      try {
        return await family.end(graceMs)
      } catch (error) {
        log(`place ${placeId}: processes of the server cannot be ended yet: ${error}`, 'error')
        await delay(retryMs)
      }
    }
  }

  #removeOldFolders(): void {
    const { directory, serverLog } = this.#options
    const isRunning = (name: string) => [...this.#servers].some(({ placeId }) => String(placeId) === name)
    // A folder that cannot be removed is retried the next day.
    removeOldFolders(directory, Date.now() - serverLog.days * dayMs, isRunning).catch(() => undefined)
  }
}
