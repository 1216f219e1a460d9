import { createHash } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Driver, Observation, Server } from '../driver.ts'
import { OrchestratorFault } from '../fault.ts'
import type { Isolation } from '../isolation/open.ts'
import { Family, MARK } from './family.ts'
import { createHandOver } from './hand-over.ts'
import { failureOf, identify, launch } from './launch-process.ts'
import { lockFolder } from './lock.ts'
import { Logs } from './logs.ts'
import { removeOldFolders } from './old-folders.ts'
import { openProcesses } from './open-processes.ts'
import { isPortFree } from './port-probe.ts'
import type { Processes } from './processes.ts'
import type { LogLimits } from './rotating-log.ts'
import { type Noted, StateFile } from './state-file.ts'
import { findSurvivors, markOf, readMark } from './survivors.ts'

const DAY_MS = 86_400_000

/** Delay before an attempt that the system refused is repeated. */
const RETRY_MS = 1_000

export interface LocalOptions {
  /** The orchestrator's own folder, with its state file and, for each place, a folder for the log and one for the servers. */
  directory: string
  /** Variables that servers get. */
  environment: Readonly<Record<string, string>>
  serverLog: LogLimits
  /** Takes lines for the console. */
  log: (line: string) => void
  /** Time in which the remaining processes of a dead server may end by themselves. */
  graceMs: number
  /** Opens the isolation of servers, once the folder exists. */
  openIsolation: (folder: string) => Isolation
  processes?: Processes | undefined
}

interface LocalServer extends Server {
  readonly noted: Noted
  readonly family: Family
  /** It was started by an earlier orchestrator, so the system does not report its end to this one. */
  readonly adopted: boolean
  /** Whether it has bound its port. */
  listens: boolean
  /** The last observation. */
  seen: Observation | undefined
  /** Resolves `ended`. */
  noteEnd(how: string): void
}

/**
 * Runs servers as processes of this machine, each in a session of its own.
 *
 * A server is found again by two things: the note in the state file, and the mark in its processes' environment, which is
 * there from their first moment, so that no crash can come between starting and noting.
 *
 * @throws OrchestratorFault when the folder cannot be had.
 */
export async function openLocalDriver(options: LocalOptions): Promise<Driver> {
  const { environment, graceMs, serverLog, log, processes = openProcesses() } = options
  makeFolder(join(options.directory, 'servers'))
  // Game servers that run as another user cannot enter it.
  makeFolder(join(options.directory, 'logs'), 0o700)
  const unlock = await lockFolder(join(options.directory, 'lock'))
  const directory = await realpath(options.directory)
  const servers = new Set<LocalServer>()
  const state = new StateFile(join(directory, 'state.json'), () => [...servers].map(({ noted }) => noted))
  const ours = `${createHash('sha256').update(directory).digest('hex').slice(0, 16)}/`

  const folderOf = (placeId: number) => join(directory, 'servers', String(placeId))
  const logs = new Logs({
    ...{ folder: join(directory, 'logs'), limits: serverLog, log },
    environment: { [MARK]: `${ours}logs` },
  })

  const isolation = options.openIsolation(join(directory, 'servers'))
  const handedOver = createHandOver(folderOf, isolation.own)

  const tidyUp = () => {
    const isRunning = (name: string) => [...servers].some(({ placeId }) => String(placeId) === name)
    // A folder that cannot be removed is tried again the next day.
    removeOldFolders(directory, Date.now() - serverLog.days * DAY_MS, isRunning).catch(() => undefined)
  }
  const tidying = setInterval(tidyUp, DAY_MS).unref()

  /** Ends a family, with as many attempts as it takes: a process that is left keeps its port. */
  const endFamily = async (family: Family, placeId: number): Promise<void> => {
    for (;;) {
      try {
        return await family.end(graceMs)
      } catch (error) {
        log(`place ${placeId}: processes of the server cannot be ended yet: ${error}`)
        await delay(RETRY_MS)
      }
    }
  }

  const follow = (noted: Noted, adopted: boolean): LocalServer => {
    const { promise: ended, resolve } = Promise.withResolvers<string>()
    const family = new Family(noted, processes)
    const gone = ended.then(async () => {
      await endFamily(family, placeId)
      servers.delete(server)
      isolation.release(run)
      await logs.forget(placeId)
      // The next start replaces the files in any case.
      await handedOver.remove(placeId).catch(() => undefined)
      // An outdated note does no harm: its identity matches no process.
      await state.save().catch(() => undefined)
    })
    const { placeId, port, pid, startTime, mark } = noted
    const run = readMark(mark)?.run ?? ''
    const server: LocalServer = {
      ...{ placeId, port, run, pid, startTime, ended, gone },
      ...{ noted, family, adopted, listens: false, seen: undefined, noteEnd: resolve },
    }
    servers.add(server)
    return server
  }

  const driver: Driver = {
    async recover() {
      const survivors = findSurvivors(processes, await state.read(), ours)
      for (const noted of survivors.servers) follow(noted, true)
      tidyUp()
      await Promise.all(survivors.strays.map((stray) => new Family(stray, processes).end(graceMs)))
      await state.save()
      // The keeper of the earlier orchestrator has ended by now.
      await Promise.all([...servers].map(({ placeId }) => logs.adopt(placeId)))
      return [...servers]
    },

    isPortFree,

    handOver: handedOver.write,

    async start(order) {
      const { placeId, port, run } = order
      const startTime = Date.now()
      const mark = markOf(ours, { placeId, port, startTime, run })
      const work = join(folderOf(placeId), 'work')
      mkdirSync(work, { recursive: true })
      isolation.own(work)
      const heading = `--- ${new Date(startTime).toISOString()} place ${placeId}, port ${port}`
      const output = await logs.open(placeId, heading)
      const variables = { ...environment, ...order.environment, [MARK]: mark }
      let server: LocalServer
      try {
        const child = launch(order, {
          ...{ work, isolation, access: handedOver.folderOf(placeId) },
          ...{ environment: variables, output: output.fd },
        })
        if (child.pid === undefined) throw await failureOf(child)
        // In the tick of its start its exit status has not been collected, so it still has an entry.
        const identity = identify(processes, child.pid)
        server = follow({ placeId, port, pid: child.pid, identity, mark, startTime }, false)
        child.once('exit', (code, signal) => server.noteEnd(signal ? `by ${signal}` : `with code ${code}`))
      } finally {
        await output.close()
      }
      try {
        await state.save()
      } catch (error) {
        // A server that is not noted might not be found again.
        await driver.end(server, 0)
        throw error
      }
      return server
    },

    async observe(watched) {
      const found = new Map<Server, Observation>()
      for (const server of watched as readonly LocalServer[]) {
        try {
          server.seen = await look(server, processes)
        } catch (error) {
          // It keeps its last observation, and the other servers are observed all the same.
          log(`place ${server.placeId}: the server cannot be observed: ${error}`)
        }
        if (server.seen) found.set(server, server.seen)
      }
      return found
    },

    async end(server, grace) {
      const local = server as LocalServer
      await local.family.end(grace)
      local.noteEnd('when it was told to')
      await local.gone
    },

    readLog: (placeId, bytesMax) => logs.tail(placeId, bytesMax),

    async close() {
      clearInterval(tidying)
      logs.close()
      await state.written()
      unlock()
    },
  }
  return driver
}

/** Returns undefined when the server has just ended. */
async function look(server: LocalServer, processes: Processes): Promise<Observation | undefined> {
  if (!server.family.isAlive()) {
    if (server.adopted) server.noteEnd('without a word')
    return undefined
  }
  const pids = server.family.session()
  server.listens ||= processes.areListening(pids, server.port) ?? !(await isPortFree(server.port))
  const memoryBytes = pids.reduce((sum, pid) => sum + processes.residentBytes(pid), 0)
  return { listening: server.listens, memoryBytes }
}

function makeFolder(path: string, mode?: number): void {
  try {
    mkdirSync(path, { recursive: true, mode })
  } catch (error) {
    throw new OrchestratorFault(`The orchestrator cannot make the folder ${path}: ${error}`, { cause: error })
  }
}
