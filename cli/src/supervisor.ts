import { type ChildProcess, spawn } from 'node:child_process'
import { CannotStart } from '@baseplate/service/cannot-start'
import type { Running } from '@baseplate/service/serve'
import { endProcess } from './end-process.ts'
import type { Supervised } from './supervised.ts'

/** Message of a child process to its parent. */
type Message = { ready?: true; cannotStart?: string }

/** Consecutive failed health checks after which the child counts as wedged. */
const failedChecksMax = 3

/**
 * `starting` leads to `running`; a failure leads to `ending`, `backing off` and `starting` again. `close` leads from every
 * state to `stopping` and `stopped`.
 */
type State =
  | { is: 'starting'; child: ChildProcess }
  | { is: 'running'; child: ChildProcess; since: number; stopChecks: () => void }
  /** The child is wedged or did not start. It is replaced once it has exited. */
  | { is: 'ending'; child: ChildProcess }
  | { is: 'backing off'; timer: NodeJS.Timeout }
  | { is: 'stopping' }
  | { is: 'stopped' }

/** Keeps one child process running: restarts it when it dies, hangs or does not start, until `close` is called. */
export class Supervisor implements Running {
  readonly #options: Supervised
  #state: State = { is: 'stopped' }
  /** Restarts since the child last ran for a while. */
  #restarts = 0
  #shuttingDown = false
  /** A child has run, and no child has exited cleanly since. */
  #hasLeftovers = false
  #closed: Promise<void> | undefined
  #retiring: ChildProcess | undefined

  constructor(options: Supervised) {
    this.#options = options
  }

  get state(): State['is'] {
    return this.#state.is
  }

  /**
   * Starts the child for the first time, and gives up when that fails.
   *
   * @throws CannotStart with the message of the child
   */
  async start(): Promise<void> {
    try {
      await this.#launch()
    } catch (error) {
      await this.close()
      throw error
    }
  }

  /** Announces that everything is about to stop: from now on a child that ends is not restarted. */
  shutDown(): void {
    this.#shuttingDown = true
  }

  /** Ends the child, whatever its state. Resolves when no process is left. May be called again. */
  close(): Promise<void> {
    this.#shuttingDown = true
    if (this.#retiring) void endProcess(this.#retiring, 'SIGTERM', this.#options.times.graceMs)
    this.#closed ??= this.#stop()
    return this.#closed
  }

  /** Lets the child finish in its own time, because another one has taken over. `close` cuts that short. */
  retire(): Promise<void> {
    this.#shuttingDown = true
    if (this.#state.is === 'running') this.#retiring = this.#state.child
    this.#closed ??= this.#stop()
    return this.#closed
  }

  async #stop(): Promise<void> {
    const { endsLeftovers, log, name } = this.#options
    await this.#endChild()
    if (endsLeftovers && this.#hasLeftovers) {
      await this.#launch().catch((error: Error) => {
        log.error({ command: name, error: error.message }, 'processes of a service may be left')
      })
      await this.#endChild()
    }
    this.#state = { is: 'stopped' }
  }

  async #endChild(): Promise<void> {
    const state = this.#state
    this.#state = { is: 'stopping' }
    if (state.is === 'backing off') clearTimeout(state.timer)
    if (state.is === 'running') state.stopChecks()
    if (!('child' in state)) return
    const { child } = state
    const { retireMs = 0, times } = this.#options
    // A child that has just died gets no message.
    if (child === this.#retiring)
      await endProcess(child, () => child.send({ retire: true }, () => undefined), retireMs)
    else await endProcess(child, 'SIGTERM', times.graceMs)
  }

  /** Starts the child. Resolves when it is ready. */
  async #launch(): Promise<void> {
    const { argv, create = spawnChild, name, relay, times } = this.#options
    const child = create(argv)
    relay(child)
    this.#state = { is: 'starting', child }
    const { promise: ready, resolve, reject } = Promise.withResolvers<void>()
    child.on('message', (message: Message) => {
      if (message.ready) resolve()
      else if (message.cannotStart !== undefined) reject(new CannotStart(message.cannotStart))
    })
    // Writing to a child that has just died also fails. `exit` reports its end.
    child.on('error', (error) => reject(new CannotStart(`\`baseplate ${name}\`: ${error.message}`)))
    child.once('exit', (code, signal) => {
      reject(new CannotStart(`\`baseplate ${name}\` ended while it started.`))
      if (code === 0) this.#hasLeftovers = false
      this.#onExit(child, { code, signal })
    })
    const late = new CannotStart(`\`baseplate ${name}\` was not ready within ${times.startMs / 1_000} s.`)
    const deadline = setTimeout(() => reject(late), times.startMs)
    try {
      await ready
    } finally {
      clearTimeout(deadline)
    }
    this.#hasLeftovers = true
    if (this.#isOf(child, 'starting')) {
      this.#state = { is: 'running', child, since: performance.now(), stopChecks: this.#check(child) }
    }
  }

  /** Whether this child is in this state. */
  #isOf(child: ChildProcess, is: State['is']): boolean {
    return this.#state.is === is && 'child' in this.#state && this.#state.child === child
  }

  #onExit(child: ChildProcess, how: { code: number | null; signal: NodeJS.Signals | null }): void {
    const state = this.#state
    // The end of a child that is starting or ending is awaited elsewhere.
    if (state.is !== 'running' || state.child !== child) return
    state.stopChecks()
    if (performance.now() - state.since >= this.#options.times.stableMs) this.#restarts = 0
    if (this.#shuttingDown) this.#state = { is: 'stopped' }
    else this.#backOff({ ...how }, 'a service died')
  }

  /** Ends a faulty child and schedules a restart. */
  async #replace(child: ChildProcess, signal: NodeJS.Signals, error: Error, message: string): Promise<void> {
    this.#state = { is: 'ending', child }
    await endProcess(child, signal, this.#options.times.graceMs)
    if (this.#isOf(child, 'ending')) this.#backOff({ error: error.message }, message)
  }

  /** Schedules the next start. */
  #backOff(why: object, message: string): void {
    const { log, name, times } = this.#options
    const restartInMs = Math.min(times.backOffMs * 2 ** this.#restarts, times.backOffMsMax)
    this.#restarts++
    this.#state = { is: 'backing off', timer: setTimeout(() => this.#restart(), restartInMs) }
    log.error({ command: name, ...why, restartInMs }, message)
  }

  async #restart(): Promise<void> {
    if (this.#shuttingDown) {
      this.#state = { is: 'stopped' }
      return
    }
    try {
      await this.#launch()
      this.#options.log.info({ command: this.#options.name }, 'a service runs again')
    } catch (error) {
      const state = this.#state
      const message = 'a service did not start'
      if (state.is === 'starting') await this.#replace(state.child, 'SIGTERM', error as Error, message)
      // The system refused to create a process.
      else if (state.is === 'backing off') this.#backOff({ error: (error as Error).message }, message)
    }
  }

  /** Checks the child's health until it fails for too long, or the function returned is called. */
  #check(child: ChildProcess): () => void {
    const { checkHealth, times, wedgedSignal = 'SIGTERM' } = this.#options
    let failed = 0
    let timer: NodeJS.Timeout
    const stopped = new AbortController()
    const check = async () => {
      try {
        await checkHealth(AbortSignal.any([stopped.signal, AbortSignal.timeout(times.healthMs)]))
        failed = 0
      } catch (error) {
        if (stopped.signal.aborted) return
        failed++
        if (failed >= failedChecksMax && this.#isOf(child, 'running')) {
          await this.#replace(child, wedgedSignal, error as Error, 'a service did not answer and was ended')
          return
        }
      }
      if (!stopped.signal.aborted) timer = setTimeout(check, times.healthMs)
    }
    timer = setTimeout(check, times.healthMs)
    return () => {
      stopped.abort()
      clearTimeout(timer)
    }
  }
}

const spawnChild = (argv: readonly string[]): ChildProcess =>
  spawn(process.execPath, argv, { stdio: ['ignore', 'pipe', 'pipe', 'ipc'] })
