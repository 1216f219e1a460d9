import type { Driver, Observation, Server } from './driver.ts'
import { Refused } from './fault.ts'
import { Ports } from './ports.ts'
import { backOffMs, emptyFrom, judge, type Limits, type Report, STABLE_MS, type State } from './rules.ts'

/** How often running servers are looked at, and how often while one of them starts. */
const LOOK_MS = 1_000
const LOOK_MS_WHILE_STARTING = 200

/** So much of what a server printed is kept with its failure. */
const LAST_WORDS_BYTES = 2_000

/** A failure is forgotten this long after its back-off, so that not every place that ever failed is remembered. */
const FORGET_MS = 600_000

/** What is told of a place's server. */
export interface Status {
  placeId: number
  state: State
  /** While there is a server, and while one is ending. */
  port?: number
  pid?: number
  /** Unix milliseconds. */
  startTime?: number
  /** Absent while nobody told. */
  players?: number
  memoryBytes?: number
  /** Why it failed: a sentence for everybody. */
  reason?: string
  /** What it printed last before it failed: for those who may read its log. */
  lastWords?: string
}

export interface FleetOptions {
  driver: Driver
  limits: Limits
  /** Program and arguments for a place's server. */
  argvFor: (server: { placeId: number; port: number; serveUrl: string | undefined }) => readonly string[]
  /** Told of every change of a place's state. */
  onChange: (status: Status) => void
  log: (line: string) => void
  now?: (() => number) | undefined
}

/** Counts since the start of this process. */
export interface Counts {
  starts: number
  failures: number
  /** Ended because nobody was there. */
  emptied: number
  adopted: number
  /** Seconds from each start to its readiness, summed up. */
  readySeconds: number
  readied: number
}

/** A place that has a server, or had one that failed. */
interface Slot {
  placeId: number
  state: State
  server?: Server | undefined
  /** Resolves when the start has come to a process, or to nothing. */
  starting?: Promise<void> | undefined
  /** Resolves when nothing is left of the server. */
  ending?: Promise<void> | undefined
  /** How often somebody asked to close it: who waited to start it sees that. */
  closes: number
  /** How many ask to start it at the moment. */
  asking: number
  /** When the server was started or adopted; when it became ready. */
  since: number
  readyAt?: number | undefined
  observation?: Observation | undefined
  report?: (Report & { at: number }) | undefined
  emptySince?: number | undefined
  /** In a row, and when the last one was. */
  failures: number
  failedAt: number
  reason?: string | undefined
  lastWords?: string | undefined
}

/** The servers of all places: at most one a place, however many ask at the same moment. */
export class Fleet {
  readonly counts: Counts = { starts: 0, failures: 0, emptied: 0, adopted: 0, readySeconds: 0, readied: 0 }
  readonly #options: FleetOptions
  readonly #now: () => number
  readonly #ports: Ports
  readonly #slots = new Map<number, Slot>()
  #timer: NodeJS.Timeout | undefined
  #looking: Promise<void> = Promise.resolve()
  #isLooking = false
  #closed = false

  constructor(options: FleetOptions) {
    this.#options = options
    this.#now = options.now ?? Date.now
    this.#ports = new Ports((port) => options.driver.isPortFree(port))
  }

  /** Takes over what an earlier run left, and begins to look after servers. */
  async open(): Promise<void> {
    for (const server of await this.#options.driver.recover()) {
      this.#ports.hold(server.port)
      this.counts.adopted++
      this.#options.log(`place ${server.placeId}: server ${server.pid} still runs, and is taken over`)
      const slot = this.#slotOf(server.placeId)
      slot.since = this.#now()
      this.#become(slot, 'starting')
      this.#follow(slot, server)
    }
    await this.#look()
    this.#schedule()
  }

  /**
   * Starts a place's server; one that runs already is fine.
   * @throws Refused 409 when somebody closed it meanwhile; 503 when too many run, it failed just now, or no port is free;
   *   500 when it cannot be started.
   */
  async start(placeId: number, serveUrl?: string): Promise<Status> {
    const slot = this.#slotOf(placeId)
    const { closes } = slot
    slot.asking++
    try {
      while (slot.ending) await slot.ending
      if (slot.closes !== closes) throw closedMeanwhile(placeId)
      if (slot.state === 'stopped' || slot.state === 'failed') {
        this.#admit(slot)
        slot.starting = this.#launch(slot, serveUrl).finally(() => {
          slot.starting = undefined
        })
      }
      // Somebody is about to come.
      slot.emptySince = undefined
      await slot.starting
      if (slot.closes !== closes) throw closedMeanwhile(placeId)
      return statusOf(slot)
    } finally {
      slot.asking--
    }
  }

  /** Closes a place's server, and forgets that it failed. Resolves when nothing is left of it. */
  async stop(placeId: number): Promise<Status> {
    const slot = this.#slots.get(placeId)
    if (!slot) return this.status(placeId)
    slot.closes++
    slot.failures = 0
    if (slot.state === 'failed') this.#become(slot, 'stopped')
    else if (slot.state !== 'stopped') this.#end(slot, 'stopping')
    await slot.ending
    return this.status(placeId)
  }

  /** Takes what the site tells of servers; of places that have none it is ignored. */
  report(placeId: number, report: Report): void {
    const slot = this.#slots.get(placeId)
    if (!slot?.server) return
    slot.report = { ...report, at: this.#now() }
    slot.emptySince = emptyFrom(slot.emptySince, slot.report, this.#now())
    this.#judge(slot)
  }

  status(placeId: number): Status {
    const slot = this.#slots.get(placeId)
    return slot ? statusOf(slot) : { placeId, state: 'stopped' }
  }

  /** Places that have a process. */
  running(): Status[] {
    return [...this.#slots.values()].filter(({ server }) => server).map(statusOf)
  }

  /** Ends all servers. */
  async close(): Promise<void> {
    this.#closed = true
    clearTimeout(this.#timer)
    await this.#looking
    await Promise.all([...this.#slots.keys()].map((placeId) => this.stop(placeId)))
  }

  #slotOf(placeId: number): Slot {
    const known = this.#slots.get(placeId)
    if (known) return known
    const slot: Slot = { placeId, state: 'stopped', closes: 0, asking: 0, since: 0, failures: 0, failedAt: 0 }
    this.#slots.set(placeId, slot)
    return slot
  }

  /** @throws Refused when the place may not have a server now. */
  #admit(slot: Slot): void {
    const { placeId, failures } = slot
    if (this.#closed) throw new Refused(503, 'the orchestrator is stopping')
    const waitMs = slot.failedAt + backOffMs(failures) - this.#now()
    if (failures > 0 && waitMs > 0) {
      const seconds = Math.ceil(waitMs / 1_000)
      const times = failures === 1 ? 'once' : `${failures} times in a row`
      const why = `the server of place ${placeId} failed ${times}: ${slot.reason}; it can be started again in ${seconds} s`
      throw new Refused(503, why, seconds)
    }
    const { maxServers } = this.#options.limits
    const taken = [...this.#slots.values()].filter((other) => other.server || other.starting).length
    if (taken >= maxServers) {
      throw new Refused(503, `${maxServers} servers run, and that is as many as may run at once`)
    }
  }

  async #launch(slot: Slot, serveUrl: string | undefined): Promise<void> {
    const { placeId } = slot
    slot.since = this.#now()
    slot.readyAt = slot.report = slot.emptySince = slot.observation = undefined
    this.#become(slot, 'starting')
    this.#schedule()
    const port = await this.#ports.take(placeId)
    const isStarting = () => slot.state === 'starting'
    if (port === undefined) {
      if (isStarting()) this.#fail(slot, 'there is no free port for it')
      throw new Refused(503, `there is no free port for the server of place ${placeId}`)
    }
    if (!isStarting()) return this.#ports.release(port)
    try {
      const argv = this.#options.argvFor({ placeId, port, serveUrl })
      this.counts.starts++
      this.#follow(slot, await this.#options.driver.start({ placeId, port, argv }))
    } catch (error) {
      this.#ports.release(port)
      this.#options.log(`place ${placeId}: the server cannot be started: ${error}`)
      if (isStarting()) this.#fail(slot, 'it could not be started')
      throw new Refused(500, `the server of place ${placeId} cannot be started: ${(error as Error).message}`)
    }
  }

  /** Looks after a server that runs, from now to its end. */
  #follow(slot: Slot, server: Server): void {
    slot.server = server
    server.ended.then((how) => {
      if (slot.state === 'starting' || slot.state === 'ready') {
        void this.#failWithLastWords(slot, `it ended ${how}`)
        this.#end(slot, 'failed')
      }
    })
    server.gone.then(() => {
      this.#ports.release(server.port)
      slot.server = undefined
    })
  }

  /** Ends the slot's server, if it has come to one; the place is free again when `ending` has resolved. */
  #end(slot: Slot, state: 'stopping' | 'failed'): void {
    if (slot.ending) return
    if (state === 'stopping') this.#become(slot, 'stopping')
    const { driver, limits } = this.#options
    slot.ending = (async () => {
      await slot.starting?.catch(() => undefined)
      if (slot.server) await driver.end(slot.server, limits.graceMs)
      slot.server = undefined
      slot.ending = undefined
      if (slot.state === 'stopping') this.#become(slot, 'stopped')
    })()
  }

  #fail(slot: Slot, reason: string): void {
    const { readyAt } = slot
    const now = this.#now()
    if (readyAt !== undefined && now - readyAt > STABLE_MS) slot.failures = 0
    slot.failures++
    slot.failedAt = now
    slot.reason = reason
    this.counts.failures++
    this.#options.log(`place ${slot.placeId}: the server failed: ${reason}`)
    this.#become(slot, 'failed')
  }

  async #failWithLastWords(slot: Slot, reason: string): Promise<void> {
    this.#fail(slot, reason)
    slot.lastWords = await this.#options.driver.readLog(slot.placeId, LAST_WORDS_BYTES)
  }

  #become(slot: Slot, state: State): void {
    slot.state = state
    if (state !== 'failed') slot.reason = slot.lastWords = undefined
    this.#options.onChange(statusOf(slot))
  }

  #schedule(): void {
    clearTimeout(this.#timer)
    if (this.#closed || this.#isLooking) return
    const starting = [...this.#slots.values()].some(({ state }) => state === 'starting')
    this.#timer = setTimeout(
      () => {
        this.#isLooking = true
        this.#looking = this.#look().finally(() => {
          this.#isLooking = false
          this.#schedule()
        })
      },
      starting ? LOOK_MS_WHILE_STARTING : LOOK_MS,
    )
  }

  async #look(): Promise<void> {
    const slots = [...this.#slots.values()]
    const servers = slots.flatMap(({ server }) => server ?? [])
    try {
      const observations = await this.#options.driver.observe(servers)
      for (const slot of slots) {
        slot.observation = slot.server && observations.get(slot.server)
        this.#judge(slot)
        this.#forget(slot)
      }
    } catch (error) {
      this.#options.log(`servers cannot be looked at: ${error}`)
    }
  }

  #judge(slot: Slot): void {
    const { state, server, observation } = slot
    if ((state !== 'starting' && state !== 'ready') || !server) return
    const now = this.#now()
    slot.emptySince = emptyFrom(slot.emptySince, slot.report, now)
    const { since, report, emptySince } = slot
    const { listening = false, memoryBytes = 0 } = observation ?? {}
    const facts = { state, since, listening, memoryBytes, report, emptySince }
    const verdict = judge(facts, this.#options.limits, now)
    switch (verdict.is) {
      case 'ready':
        slot.readyAt = now
        this.counts.readied++
        this.counts.readySeconds += (now - since) / 1_000
        this.#become(slot, 'ready')
        break
      case 'empty':
        this.counts.emptied++
        this.#options.log(`place ${slot.placeId}: nobody is there; the server is ended`)
        slot.failures = 0
        this.#end(slot, 'stopping')
        break
      case 'failed':
        void this.#failWithLastWords(slot, verdict.reason)
        this.#end(slot, 'failed')
        break
    }
  }

  #forget(slot: Slot): void {
    const { state, server, starting, ending, asking, failures, failedAt } = slot
    if (server || starting || ending || asking > 0) return
    const isOld = this.#now() > failedAt + backOffMs(failures) + FORGET_MS
    if (state === 'failed' && isOld) this.#become(slot, 'stopped')
    if (slot.state === 'stopped' && (failures === 0 || isOld)) this.#slots.delete(slot.placeId)
  }
}

const closedMeanwhile = (placeId: number) =>
  new Refused(409, `the server of place ${placeId} was closed meanwhile`)

function statusOf({ placeId, state, server, report, observation, reason, lastWords }: Slot): Status {
  return {
    placeId,
    state,
    ...(server && { port: server.port, pid: server.pid, startTime: server.startTime }),
    ...(server && report && { players: report.players }),
    ...(server && observation && { memoryBytes: observation.memoryBytes }),
    ...(reason !== undefined && { reason }),
    ...(lastWords !== undefined && { lastWords }),
  }
}
