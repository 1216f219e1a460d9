import cluster from 'node:cluster'
import { isatty } from 'node:tty'
import { fileURLToPath } from 'node:url'
import type { Config } from '@baseplate/platform/foundation/config/schema'
import { prepareDataDirectory } from '@baseplate/platform/installation/door'
import type { ConsoleLog } from '@baseplate/service/console-log'
import type { Running } from '@baseplate/service/serve'
import { defaultTimes } from '../supervised.ts'
import { Supervisor } from '../supervisor.ts'
import { type Ask, openChannel, type Questions } from './channel.ts'
import { retireMs } from './times.ts'

/** Time for a worker to start. A new version may have to migrate the database, while the other workers wait. */
const startMs = 600_000

/** Time for a worker to stop. Requests in progress get eight seconds; then it closes its connections to other services. */
const graceMs = 15_000

/** Time for a retiring worker to end: that of its last requests, and then that of a stop. */
const retireGraceMs = retireMs + graceMs

/** A worker that has not reported its metrics after this long is left out. */
const metricsMs = 2_000

interface Worker {
  supervisor: Supervisor
  ask: Ask
}

/** Runs `WORKERS` processes that serve the site on one port. @throws CannotStart */
export async function startWorkers(
  config: Config,
  console: ConsoleLog,
  stopping: AbortSignal,
): Promise<Running> {
  // Before the workers, which would each report the same problem.
  await prepareDataDirectory(config)
  const workers = new Workers(config.workers, console)
  const cancel = () => void workers.close()
  stopping.addEventListener('abort', cancel)
  await workers.start()
  stopping.removeEventListener('abort', cancel)
  const reload = () => workers.replace()
  // A terminal that is closed sends SIGHUP as well, and then everything has to end.
  if (!isatty(0) && !isatty(1)) process.on('SIGHUP', reload)
  return {
    async close() {
      process.off('SIGHUP', reload)
      await workers.close()
    },
  }
}

class Workers {
  readonly #console: ConsoleLog
  readonly #current: Worker[]
  /** Workers that start or retire during a replacement. */
  readonly #others = new Set<Supervisor>()
  #closing = false
  #replacing: Promise<void> | undefined
  /** Whether SIGHUP asked for a replacement that has not begun. */
  #isRequested = false

  constructor(count: number, console: ConsoleLog) {
    this.#console = console
    this.#current = Array.from({ length: count }, (_, index) => this.#create(index + 1))
  }

  async start(): Promise<void> {
    const started = await Promise.allSettled(
      this.#current.map(({ supervisor }) => this.#startOne(supervisor)),
    )
    const failed = started.find((one) => one.status === 'rejected')
    if (failed) throw failed.reason
  }

  /** Replaces all workers, one by one. */
  replace(): void {
    this.#isRequested = true
    this.#replacing ??= this.#replaceAll().finally(() => {
      this.#replacing = undefined
    })
  }

  async close(): Promise<void> {
    this.#closing = true
    const all = [...this.#current.map(({ supervisor }) => supervisor), ...this.#others]
    await Promise.all(all.map((supervisor) => supervisor.close()))
    await this.#replacing
  }

  /** Starts a worker. If it cannot start, all workers are stopped. */
  async #startOne(supervisor: Supervisor): Promise<void> {
    try {
      await supervisor.start()
    } catch (error) {
      const first = !this.#closing
      await this.close()
      // The other starts fail because `close` has ended their processes.
      if (first) throw error
    }
  }

  async #replaceAll(): Promise<void> {
    const { log } = this.#console
    while (this.#isRequested && !this.#closing) {
      this.#isRequested = false
      log.info('the workers are being replaced')
      try {
        for (const index of this.#current.keys()) await this.#replaceOne(index)
        if (!this.#closing) log.info('all workers were replaced')
      } catch (error) {
        if (!this.#closing) {
          const { message } = error as Error
          log.error({ error: message }, 'a new worker did not start; the remaining workers stay')
        }
      }
    }
  }

  /** Replaces a worker. The new one is ready before the old one ends. */
  async #replaceOne(index: number): Promise<void> {
    const next = this.#create(index + 1)
    const old = this.#current[index]
    if (!old || this.#closing) return
    this.#others.add(next.supervisor)
    try {
      await next.supervisor.start()
      this.#current[index] = next
      this.#others.add(old.supervisor)
      await old.supervisor.retire()
    } finally {
      this.#others.delete(next.supervisor)
      this.#others.delete(old.supervisor)
    }
  }

  #create(number: number): Worker {
    const { log, relay } = this.#console
    let ask: Ask = async () => {
      throw new Error('the worker has not started')
    }
    const supervisor = new Supervisor({
      name: `worker ${number}`,
      argv: [fileURLToPath(import.meta.resolve('../main.mjs')), 'worker', String(number)],
      create: ([exec = '', ...args]) => {
        cluster.setupPrimary({ exec, args, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] })
        const { process: child } = cluster.fork()
        ask = openChannel(child, { allMetrics: () => this.#askMetrics() })
        return child
      },
      times: { ...defaultTimes, startMs, graceMs },
      retireMs: retireGraceMs,
      checkHealth: async (signal) => void (await ask('health', signal)),
      // A wedged worker cannot end by itself, and connections that were passed to it wait until it is gone.
      wedgedSignal: 'SIGKILL',
      log,
      relay,
    })
    return { supervisor, ask: (question, signal) => ask(question, signal) }
  }

  async #askMetrics(): Promise<Questions['allMetrics']> {
    const running = this.#current.filter(({ supervisor }) => supervisor.state === 'running')
    const asked = await Promise.allSettled(
      running.map(({ ask }) => ask('metrics', AbortSignal.timeout(metricsMs))),
    )
    return {
      workers: asked.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : [])),
      droppedLogLines: this.#console.droppedLines(),
    }
  }
}
