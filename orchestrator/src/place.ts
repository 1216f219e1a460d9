import type { Driver, Observation, Server } from './driver.ts'
import { Refused } from './fault.ts'
import type { Access, Launch } from './launch.ts'
import type { Ports } from './ports.ts'
import { backOffMs, emptyFrom, judge, type Limits, type Report, STABLE_MS, type State } from './rules.ts'
import type { Counts, Status } from './status.ts'

/** So much of what a server printed is kept with its failure. */
const LAST_WORDS_BYTES = 2_000

/** Somebody looks after servers once a day; a failure that is older is forgotten, so that not every one is remembered. */
const FORGET_MS = 24 * 3_600_000

/** What the places of an orchestrator share. */
export interface Shared {
  driver: Driver
  limits: Limits
  launch: Launch
  ports: Ports
  counts: Counts
  /** @throws Refused 503 when no further server may be started. */
  admit: () => void
  /** Told of every change of a place's state. */
  onChange: (status: Status) => void
  log: (line: string) => void
  now: () => number
}

/** A place, and its server from one start to its end. */
export class Place {
  readonly id: number
  readonly #shared: Shared
  #state: State = 'stopped'
  /** When it became so. */
  #stateSince = 0
  #server: Server | undefined
  /** Resolves when the start has come to a process, or to nothing. */
  #starting: Promise<void> | undefined
  /** Resolves when nothing is left of the server. */
  #ending: Promise<void> | undefined
  /** How often somebody asked to close it: who waited to start it sees that. */
  #closes = 0
  /** How many ask to start it at the moment. */
  #asking = 0
  /** When the server was started or taken over; when it became ready. */
  #since = 0
  #readyAt: number | undefined
  #observation: Observation | undefined
  #report: (Report & { at: number }) | undefined
  #emptySince: number | undefined
  /** In a row, and when the last one was. */
  #failures = 0
  #failedAt = 0
  #reason: string | undefined
  #lastWords: string | undefined

  constructor(id: number, shared: Shared) {
    this.id = id
    this.#shared = shared
  }

  get server(): Server | undefined {
    return this.#server
  }

  get state(): State {
    return this.#state
  }

  /** It has a server, or will have one in a moment. */
  get isTaken(): boolean {
    return this.#server !== undefined || this.#starting !== undefined
  }

  get status(): Status {
    const { pid, port, startTime, run } = this.#server ?? {}
    return {
      ...{ placeId: this.id, state: this.#state },
      ...(this.#state !== 'stopped' && { since: this.#stateSince }),
      ...(pid && port && startTime && run !== undefined && { port, pid, startTime, run }),
      ...(this.#server && this.#report && { players: this.#report.players }),
      ...(this.#server && this.#observation && { memoryBytes: this.#observation.memoryBytes }),
      ...(this.#reason !== undefined && { reason: this.#reason }),
      ...(this.#lastWords !== undefined && { lastWords: this.#lastWords }),
    }
  }

  /** Starts its server unless it runs. @throws Refused: see `Fleet.start`. */
  async start(access: Access): Promise<Status> {
    const closes = this.#closes
    const throwWhenClosed = () => {
      if (this.#closes !== closes)
        throw new Refused(409, `the server of place ${this.id} was closed meanwhile`)
    }
    this.#asking++
    try {
      while (this.#ending) await this.#ending
      throwWhenClosed()
      if (this.#state === 'stopped' || this.#state === 'failed') {
        this.#throwWhenHeldBack()
        this.#shared.admit()
        this.#starting = this.#launch(access).finally(() => {
          this.#starting = undefined
        })
      }
      // Somebody is about to come.
      this.#emptySince = undefined
      await this.#starting
      throwWhenClosed()
      return this.status
    } finally {
      this.#asking--
    }
  }

  /** Takes over a server that runs. */
  adopt(server: Server): void {
    this.#since = this.#shared.now()
    this.#become('starting')
    this.#follow(server)
  }

  /** Closes its server, and forgets that it failed. Resolves when nothing is left of it. */
  async stop(): Promise<Status> {
    this.#closes++
    this.#failures = 0
    if (this.#state === 'failed') this.#become('stopped')
    else if (this.#state !== 'stopped') this.#end('stopping')
    await this.#ending
    return this.status
  }

  /** Takes what the site tells. */
  report(report: Report): void {
    if (!this.#server) return
    this.#report = { ...report, at: this.#shared.now() }
    this.#judge()
  }

  /** Takes what the driver saw; nothing when there is no server, or it has just ended. */
  observe(observation: Observation | undefined): void {
    this.#observation = observation
    this.#judge()
  }

  /** Whether there is nothing to remember of it. */
  forget(): boolean {
    if (this.isTaken || this.#ending || this.#asking > 0) return false
    const until = this.#failedAt + backOffMs(this.#failures) + FORGET_MS
    if (this.#state === 'failed' && this.#shared.now() > until) {
      this.#failures = 0
      this.#become('stopped')
    }
    return this.#state === 'stopped'
  }

  #throwWhenHeldBack(): void {
    const waitMs = this.#failedAt + backOffMs(this.#failures) - this.#shared.now()
    if (this.#failures === 0 || waitMs <= 0) return
    const seconds = Math.ceil(waitMs / 1_000)
    const times = this.#failures === 1 ? 'once' : `${this.#failures} times in a row`
    const why = `the server of place ${this.id} failed ${times}: ${this.#reason}; it can be started again in ${seconds} s`
    throw new Refused(503, why, seconds)
  }

  async #launch(access: Access): Promise<void> {
    const placeId = this.id
    const shared = this.#shared
    this.#since = shared.now()
    this.#readyAt = this.#report = this.#emptySince = this.#observation = undefined
    this.#become('starting')
    // Whoever closes it changes the state, however far this has come.
    const isStarting = () => this.#state === 'starting'
    const port = await shared.ports.take(placeId)
    if (port === undefined) {
      if (isStarting()) this.#fail('there is no free port for it')
      throw new Refused(503, `there is no free port for the server of place ${placeId}`)
    }
    if (!isStarting()) return shared.ports.release(port)
    try {
      shared.counts.starts++
      this.#follow(await shared.driver.start(await shared.launch({ placeId, port, access })))
    } catch (error) {
      shared.ports.release(port)
      shared.log(`place ${placeId}: the server cannot be started: ${error}`)
      if (isStarting()) this.#fail('it could not be started')
      throw new Refused(500, `the server of place ${placeId} cannot be started: ${(error as Error).message}`)
    }
  }

  /** Looks after a server that runs, from now to its end. */
  #follow(server: Server): void {
    this.#server = server
    server.ended.then((how) => {
      if (this.#state === 'starting' || this.#state === 'ready') this.#failAndEnd(`it ended ${how}`)
    })
    server.gone.then(() => {
      this.#shared.ports.release(server.port)
      this.#server = undefined
    })
  }

  /** Ends the server, if there is one by now. */
  #end(state: 'stopping' | 'failed'): void {
    if (this.#ending) return
    if (state === 'stopping') this.#become('stopping')
    const { driver, limits } = this.#shared
    this.#ending = (async () => {
      await this.#starting?.catch(() => undefined)
      if (this.#server) await driver.end(this.#server, limits.graceMs)
      this.#ending = undefined
      if (this.#state === 'stopping') this.#become('stopped')
    })()
  }

  #failAndEnd(reason: string): void {
    // Read now, while it is about this server.
    this.#fail(reason, this.#shared.driver.readLog(this.id, LAST_WORDS_BYTES))
    this.#end('failed')
  }

  #fail(reason: string, lastWords?: string): void {
    const now = this.#shared.now()
    if (this.#readyAt !== undefined && now - this.#readyAt > STABLE_MS) this.#failures = 0
    this.#failures++
    this.#failedAt = now
    this.#shared.counts.failures++
    this.#shared.log(`place ${this.id}: the server failed: ${reason}`)
    this.#reason = reason
    this.#lastWords = lastWords
    this.#become('failed')
  }

  #become(state: State): void {
    if (this.#state !== state) this.#stateSince = this.#shared.now()
    this.#state = state
    if (state !== 'failed') this.#reason = this.#lastWords = undefined
    this.#shared.onChange(this.status)
  }

  #judge(): void {
    const { counts, limits, log, now } = this.#shared
    const state = this.#state
    if ((state !== 'starting' && state !== 'ready') || !this.#server) return
    this.#emptySince = emptyFrom(this.#emptySince, this.#report, now())
    const { listening = false, memoryBytes = 0 } = this.#observation ?? {}
    const known = { report: this.#report, emptySince: this.#emptySince, listening, memoryBytes }
    const verdict = judge({ state, since: this.#since, ...known }, limits, now())
    switch (verdict.is) {
      case 'ready':
        this.#readyAt = now()
        counts.readied++
        counts.readySeconds += (this.#readyAt - this.#since) / 1_000
        this.#become('ready')
        break
      case 'empty':
        counts.emptied++
        log(`place ${this.id}: nobody is there; the server is ended`)
        this.#failures = 0
        this.#end('stopping')
        break
      case 'failed':
        this.#failAndEnd(verdict.reason)
        break
    }
  }
}
