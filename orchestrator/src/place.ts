import type { Observation, Server } from './driver.ts'
import { Refused } from './fault.ts'
import type { StartFields } from './launch.ts'
import {
  type Ending,
  type Failure,
  type Launching,
  type Phase,
  type Running,
  runningPhase,
  serverOf,
  stateOf,
  statusOf,
} from './phase.ts'
import {
  areForgotten,
  emptyFrom,
  type Failures,
  judge,
  type Report,
  remainingBackOffMs,
  type State,
  withFailure,
} from './rules.ts'
import type { Shared } from './shared.ts'
import { endServer, startServer } from './start-and-end.ts'
import type { Status } from './status.ts'

/** Bytes of a server's output that are stored with its failure. */
const lastWordsBytes = 2_000

/** The server of one place, across its starts and ends. */
export class Place {
  readonly id: number
  readonly #shared: Shared
  #phase: Phase = { is: 'stopped' }
  #stateSince = 0
  #failures: Failures = { count: 0, at: 0 }
  /** Number of requests to close it. Callers that wait for a start compare it. */
  #closes = 0
  /** Number of callers that wait for a start. */
  #asking = 0

  constructor(id: number, shared: Shared) {
    this.id = id
    this.#shared = shared
  }

  get server(): Server | undefined {
    return serverOf(this.#phase)
  }

  get state(): State {
    return stateOf(this.#phase)
  }

  /** Whether it has a server or is about to have one. */
  get isTaken(): boolean {
    return this.#phase.is === 'launching' || this.server !== undefined
  }

  get status(): Status {
    return statusOf(this.id, this.#phase, this.#stateSince)
  }

  /** Starts the server unless it runs; see `Fleet.start`. */
  async start(fields: StartFields): Promise<Status> {
    const closes = this.#closes
    const throwWhenClosed = () => {
      if (this.#closes !== closes)
        throw new Refused(409, `the server of place ${this.id} was closed meanwhile`)
    }
    this.#asking++
    try {
      while (this.#phase.is === 'ending') await this.#phase.done
      throwWhenClosed()
      if (this.#phase.is === 'stopped' || this.#phase.is === 'failed') this.#launch(fields)
      // A player is about to join.
      if (this.#phase.is === 'running') this.#phase.emptySince = undefined
      if (this.#phase.is === 'launching') await this.#phase.started
      throwWhenClosed()
      return this.status
    } finally {
      this.#asking--
    }
  }

  /** Takes over a running server. */
  adopt(server: Server): void {
    this.#follow(server)
    this.#run(server, this.#shared.now())
  }

  /** Ends the server and forgets its failures. Resolves when no process is left. */
  async stop(): Promise<Status> {
    this.#closes++
    this.#failures = { count: 0, at: 0 }
    const phase = this.#phase
    if (phase.is === 'failed') this.#become({ is: 'stopped' })
    else if (phase.is === 'launching' || phase.is === 'running') this.#end(phase, undefined)
    else if (phase.is === 'ending' && phase.failure) {
      phase.failure = undefined
      this.#changed()
    }
    if (this.#phase.is === 'ending') await this.#phase.done
    return this.status
  }

  /** Takes a report of the site. */
  report(report: Report): void {
    if (this.#phase.is !== 'running') return
    this.#phase.report = { ...report, at: this.#shared.now() }
    this.#judge(this.#phase)
  }

  /** Takes an observation of the driver; undefined when there is no server, or it has just ended. */
  observe(observation: Observation | undefined): void {
    if (this.#phase.is !== 'running') return
    this.#phase.observation = observation
    this.#judge(this.#phase)
  }

  /** Forgets failures that are old enough. Returns whether the place itself can be forgotten. */
  forget(): boolean {
    if (this.#asking > 0) return false
    if (this.#phase.is === 'failed' && areForgotten(this.#failures, this.#shared.now())) {
      this.#failures = { count: 0, at: 0 }
      this.#become({ is: 'stopped' })
    }
    return this.#phase.is === 'stopped'
  }

  #throwDuringBackOff(): void {
    const waitMs = remainingBackOffMs(this.#failures, this.#shared.now())
    if (this.#phase.is !== 'failed' || waitMs === 0) return
    const seconds = Math.ceil(waitMs / 1_000)
    const { count } = this.#failures
    const times = count === 1 ? 'once' : `${count} times in a row`
    const why = `the server of place ${this.id} failed ${times}: ${this.#phase.reason}; it can be started again in ${seconds} s`
    throw new Refused(503, why, seconds)
  }

  #launch(fields: StartFields): void {
    this.#throwDuringBackOff()
    this.#shared.admit()
    const since = this.#shared.now()
    const started = startServer(this.id, fields, this.#shared, {
      // `stop` may change the phase at any time.
      isWanted: () => this.#phase.is === 'launching',
      onServer: (server) => this.#follow(server),
      onFailure: (reason) => this.#failToLaunch(reason),
    }).then((server) => {
      if (server && this.#phase.is === 'launching') this.#run(server, since)
      return server
    })
    // Waiting callers get the error. Without any, it would be unhandled.
    started.catch(() => undefined)
    this.#become({ is: 'launching', since, started })
  }

  #failToLaunch(reason: string): void {
    this.#countFailure(reason, undefined)
    this.#become({ is: 'failed', reason, lastWords: undefined })
  }

  /** Keeps a server's port until its processes have ended. */
  #follow(server: Server): void {
    server.gone.then(() => this.#shared.ports.release(server.port))
  }

  #run(server: Server, since: number): void {
    this.#become(runningPhase(server, since))
    // After the phase has changed: the server may already have ended, and the callback ignores ends in other phases.
    server.ended.then((how) => {
      const phase = this.#phase
      if (phase.is === 'running' && phase.server === server) this.#fail(phase, `it ended ${how}`)
    })
  }

  async #fail(phase: Running, reason: string): Promise<void> {
    if (phase.failing) return
    phase.failing = true
    // Read before the next server adds to the log.
    const lastWords = await this.#shared.driver.readLog(this.id, lastWordsBytes).catch(() => '')
    // A request may have closed it in between.
    if (this.#phase !== phase) return
    this.#countFailure(reason, phase.readyAt)
    this.#end(phase, { reason, lastWords })
  }

  #countFailure(reason: string, readyAt: number | undefined): void {
    const { counts, log, now } = this.#shared
    this.#failures = withFailure(this.#failures, readyAt, now())
    counts.failures++
    log(`place ${this.id}: the server failed: ${reason}`, 'warn')
  }

  /** Ends the server, once there is one. */
  #end(from: Launching | Running, failure: Failure | undefined): void {
    const server = from.is === 'running' ? from.server : undefined
    const phase: Ending = { is: 'ending', server, failure, done: Promise.resolve() }
    this.#become(phase)
    phase.done = this.#finish(phase, from)
  }

  async #finish(phase: Ending, from: Launching | Running): Promise<void> {
    if (from.is === 'launching') phase.server = await from.started.catch(() => undefined)
    const { server } = phase
    if (server) await endServer(server, this.#shared)
    this.#become(phase.failure ? { is: 'failed', ...phase.failure } : { is: 'stopped' })
  }

  #become(phase: Phase): void {
    const before = this.state
    this.#phase = phase
    this.#changed(before)
  }

  #changed(before?: State): void {
    if (this.state !== before) this.#stateSince = this.#shared.now()
    this.#shared.onChange(this.status)
  }

  #judge(phase: Running): void {
    if (phase.failing) return
    const { counts, limits, log, now, worlds } = this.#shared
    const { server, since, report } = phase
    phase.emptySince = emptyFrom(phase.emptySince, report, now())
    const { listening = false, memoryBytes = 0 } = phase.observation ?? {}
    const state = phase.readyAt === undefined ? 'starting' : 'ready'
    const facts = { state, since, report, emptySince: phase.emptySince, listening, memoryBytes } as const
    const verdict = judge(facts, limits, now())
    if (verdict.is === 'ready') {
      phase.readyAt = now()
      worlds?.ready(this.id)
      const seconds = (phase.readyAt - since) / 1_000
      counts.readied++
      counts.readySeconds += seconds
      log(`place ${this.id}: server ${server.pid} is ready after ${seconds} s`)
      this.#changed(state)
    } else if (verdict.is === 'empty') {
      counts.emptied++
      log(`place ${this.id}: the server is empty and is ended`)
      this.#failures = { count: 0, at: 0 }
      this.#end(phase, undefined)
    } else if (verdict.is === 'failed') this.#fail(phase, verdict.reason)
  }
}
