import { type ChildProcess, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { closeSync, mkdirSync } from 'node:fs'
import { realpath } from 'node:fs/promises'
import { join } from 'node:path'
import type { Driver, Observation, Order, Server } from '../driver.ts'
import { OrchestratorFault } from '../fault.ts'
import type { Isolation } from '../isolation/open.ts'
import { Family, MARK } from './family.ts'
import { createHandOver } from './hand-over.ts'
import { lockFolder } from './lock.ts'
import { LogFile, type LogLimits } from './log-file.ts'
import { removeOldFolders } from './old-folders.ts'
import { isPortFree } from './port-probe.ts'
import { openProcesses, type Processes } from './processes.ts'
import { type Noted, StateFile } from './state-file.ts'
import { findSurvivors, markOf, readMark } from './survivors.ts'

/** What servers get of our own environment; all else, secrets among it, stays here. */
const PASSED_ON = ['PATH', 'LANG', 'LC_ALL', 'TZ', 'TMPDIR', 'USER', 'LOGNAME']

const DAY_MS = 86_400_000

export interface LocalOptions {
  /** Ours alone: what runs is noted here, and each place has a folder with its log and its servers' working directory. */
  directory: string
  /** Variables that servers get. */
  environment: Readonly<Record<string, string>>
  log: LogLimits
  /** What is left of a server that died has this long to end by itself. */
  graceMs: number
  /** How servers are kept apart from us. Made once the folder is there. */
  openIsolation: (folder: string) => Isolation
  processes?: Processes | undefined
}

interface LocalServer extends Server {
  readonly noted: Noted
  readonly family: Family
  /** It was started by an earlier orchestrator: the system does not tell us of its end. */
  readonly adopted: boolean
  /** It was seen to have bound its port. */
  listens: boolean
  /** Makes its end known. */
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
  const { environment, graceMs, processes = openProcesses() } = options
  makeFolder(join(options.directory, 'servers'))
  const unlock = await lockFolder(join(options.directory, 'lock'))
  const directory = await realpath(options.directory)
  const servers = new Set<LocalServer>()
  const state = new StateFile(join(directory, 'state.json'), () => [...servers].map(({ noted }) => noted))
  const ours = `${createHash('sha256').update(directory).digest('hex').slice(0, 16)}/`

  const folderOf = (placeId: number) => join(directory, 'servers', String(placeId))
  const logOf = (placeId: number) => new LogFile(join(folderOf(placeId), 'log'), options.log)

  const isolation = options.openIsolation(join(directory, 'servers'))
  const handedOver = createHandOver(folderOf, isolation.own)

  const tidyUp = () => {
    const isRunning = (name: string) => [...servers].some(({ placeId }) => String(placeId) === name)
    // What cannot be removed today can be another day.
    removeOldFolders(directory, Date.now() - options.log.days * DAY_MS, isRunning).catch(() => undefined)
  }
  const tidying = setInterval(tidyUp, DAY_MS).unref()

  const follow = (noted: Noted, adopted: boolean): LocalServer => {
    const { promise: ended, resolve } = Promise.withResolvers<string>()
    const family = new Family(noted, processes)
    const gone = ended.then(async () => {
      await family.end(graceMs)
      servers.delete(server)
      isolation.release(run)
      await handedOver.remove(placeId)
      // A note that is out of date does no harm: its identity fits nothing.
      await state.save().catch(() => undefined)
    })
    const { placeId, port, pid, startTime, mark } = noted
    const run = readMark(mark)?.run ?? ''
    const server: LocalServer = {
      ...{ placeId, port, run, pid, startTime, ended, gone, noted, family, adopted, listens: false },
      noteEnd: resolve,
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
      const child = launch(order, {
        ...{ work, isolation, access: handedOver.folderOf(placeId) },
        environment: { ...environment, ...order.environment, [MARK]: mark },
        log: logOf(placeId),
      })
      if (child.pid === undefined) throw await failureOf(child)
      // In the same tick as the start nobody has taken note of its end, so its entry is there.
      const identity = processes.find(child.pid)?.identity ?? ''
      const server = follow({ placeId, port, pid: child.pid, identity, mark, startTime }, false)
      child.once('exit', (code, signal) => {
        server.noteEnd(signal ? `by ${signal}` : `with code ${code}`)
      })
      try {
        await state.save()
      } catch (error) {
        // What cannot be noted might not be found again.
        await driver.end(server, 0)
        throw error
      }
      return server
    },

    async observe(watched) {
      const found = new Map<Server, Observation>()
      for (const server of watched as readonly LocalServer[]) {
        if (!server.family.isAlive()) {
          if (server.adopted) server.noteEnd('without a word')
          continue
        }
        const pids = server.family.session()
        server.listens ||= processes.areListening(pids, server.port) ?? !(await isPortFree(server.port))
        const memoryBytes = pids.reduce((sum, pid) => sum + processes.residentBytes(pid), 0)
        found.set(server, { listening: server.listens, memoryBytes })
        logOf(server.placeId).rotateWhenFull()
      }
      return found
    },

    async end(server, grace) {
      const local = server as LocalServer
      await local.family.end(grace)
      local.noteEnd('when it was told to')
      await local.gone
    },

    readLog: (placeId, bytesMax) => logOf(placeId).tail(bytesMax),

    async close() {
      clearInterval(tidying)
      await state.written()
      unlock()
    },
  }
  return driver
}

interface Launch {
  work: string
  /** The folder with what it is handed. */
  access: string
  isolation: Isolation
  environment: Readonly<Record<string, string>>
  log: LogFile
}

function launch(
  { argv, placeId, port, run }: Order,
  { work, access, isolation, environment, log }: Launch,
): ChildProcess {
  const [program = '', ...args] = isolation.wrap(run, { argv, work, access })
  const names = PASSED_ON.filter((name) => name !== 'TMPDIR' || !isolation.hasOwnTmp)
  const passedOn = Object.fromEntries(names.map((name) => [name, process.env[name]]))
  const output = log.openForServer(`--- ${new Date().toISOString()} place ${placeId}, port ${port}`)
  try {
    return spawn(program, args, {
      cwd: work,
      env: { ...passedOn, HOME: work, ...environment },
      // A session of its own: a Ctrl-C at our terminal is not for it, and its processes are known by it.
      detached: true,
      ...isolation.spawnAs,
      stdio: ['ignore', output, output],
    })
  } finally {
    closeSync(output)
  }
}

function failureOf(child: ChildProcess): Promise<Error> {
  return new Promise((resolve) => child.once('error', resolve))
}

function makeFolder(path: string): void {
  try {
    mkdirSync(path, { recursive: true })
  } catch (error) {
    throw new OrchestratorFault(`The orchestrator cannot make the folder ${path}: ${error}`, { cause: error })
  }
}
