import { Refused } from './fault.ts'
import type { StartFields } from './launch.ts'
import { Place } from './place.ts'
import { Ports } from './ports.ts'
import type { Report } from './rules.ts'
import type { Shared } from './shared.ts'
import type { Counts, Status } from './status.ts'

/** Interval at which servers are observed, and a shorter one while any of them starts. */
const observeMs = 1_000
const observeStartMs = 200

/**
 * Returns the time in Unix milliseconds, as it passes for this process. A change of the machine's clock, or a pause of a virtual machine,
 * does not make a server late.
 */
const steadyNow = () => Math.round(performance.timeOrigin + performance.now())

type FleetOptions = Pick<Shared, 'driver' | 'limits' | 'launch' | 'onChange' | 'log'> &
  Partial<Pick<Shared, 'worlds'>>

/** The servers of all places: at most one per place, however many callers start it at the same moment. */
export class Fleet {
  readonly counts: Counts = { starts: 0, failures: 0, emptied: 0, adopted: 0, readied: 0, readySeconds: 0 }
  readonly #shared: Shared
  readonly #places = new Map<number, Place>()
  #timer: NodeJS.Timeout | undefined
  #observing: Promise<void> | undefined
  #closed = false

  constructor(options: FleetOptions) {
    this.#shared = {
      worlds: undefined,
      ...options,
      ports: new Ports((port) => options.driver.isPortFree(port)),
      counts: this.counts,
      admit: () => this.#admit(),
      now: steadyNow,
    }
  }

  /** Takes over the servers of an earlier run, and begins to observe. */
  async open(): Promise<void> {
    const { driver, ports, log, worlds } = this.#shared
    await worlds?.open()
    for (const server of await driver.recover()) {
      log(`place ${server.placeId}: server ${server.pid} still runs, and is taken over`)
      this.counts.adopted++
      ports.reserve(server.port)
      this.#placeOf(server.placeId).adopt(server)
    }
    worlds?.resume((placeId) => this.#places.has(placeId))
    await this.#observe()
    this.#scheduleObservation()
  }

  /**
   * Starts a place's server unless it runs.
   *
   * @param fields fields that the site sent for it
   * @throws Refused 409 when another request closes it in between; 503 when too many run, it failed recently, or no port is free;
   *   500 when it cannot be started
   */
  async start(placeId: number, fields: StartFields = {}): Promise<Status> {
    const started = this.#placeOf(placeId).start(fields)
    // It may be ready before the next observation is due.
    this.#scheduleObservation()
    return started
  }

  /** Closes a place's server, and forgets its failures. Resolves when no process is left. */
  async stop(placeId: number): Promise<Status> {
    return this.#places.get(placeId)?.stop() ?? this.status(placeId)
  }

  /** Takes a report of the site. It is ignored when the place has no server. */
  report(placeId: number, report: Report): void {
    this.#places.get(placeId)?.report(report)
  }

  status(placeId: number): Status {
    return this.#places.get(placeId)?.status ?? { placeId, state: 'stopped' }
  }

  /** Returns the status of all servers that have a process. */
  running(): Status[] {
    return [...this.#places.values()].filter(({ server }) => server).map(({ status }) => status)
  }

  /** Returns the status of all servers that run, start, stop or have failed. */
  known(): Status[] {
    return [...this.#places.values()].map(({ status }) => status).filter(({ state }) => state !== 'stopped')
  }

  /** Ends all servers. */
  async close(): Promise<void> {
    this.#closed = true
    clearTimeout(this.#timer)
    await this.#observing
    await this.#shared.worlds?.close()
    await Promise.all([...this.#places.values()].map((place) => place.stop()))
  }

  #placeOf(placeId: number): Place {
    const known = this.#places.get(placeId)
    if (known) return known
    const place = new Place(placeId, this.#shared)
    this.#places.set(placeId, place)
    return place
  }

  #admit(): void {
    if (this.#closed) throw new Refused(503, 'the orchestrator is stopping')
    const { maxServers } = this.#shared.limits
    if ([...this.#places.values()].filter(({ isTaken }) => isTaken).length >= maxServers) {
      throw new Refused(503, `${maxServers} servers are running, which is the maximum`)
    }
  }

  #noteWorlds(): void {
    const { worlds, now } = this.#shared
    for (const { placeId, state, players = 0 } of this.running())
      if (state === 'ready' && players > 0) worlds?.played(placeId, now())
  }

  #scheduleObservation(): void {
    clearTimeout(this.#timer)
    if (this.#closed || this.#observing) return
    const isStarting = [...this.#places.values()].some(({ state }) => state === 'starting')
    this.#timer = setTimeout(
      () => {
        this.#observing = this.#observe().finally(() => {
          this.#observing = undefined
          this.#scheduleObservation()
        })
      },
      isStarting ? observeStartMs : observeMs,
    )
  }

  async #observe(): Promise<void> {
    const places = [...this.#places.values()]
    try {
      const seen = await this.#shared.driver.observe(places.flatMap(({ server }) => server ?? []))
      for (const place of places) {
        place.observe(place.server && seen.get(place.server))
        if (place.forget()) this.#places.delete(place.id)
      }
      this.#noteWorlds()
    } catch (error) {
      this.#shared.log(`servers cannot be observed: ${error}`, 'error')
    }
  }
}
