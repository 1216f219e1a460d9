import { Refused } from './fault.ts'
import type { Access } from './launch.ts'
import { Place } from './place.ts'
import { Ports } from './ports.ts'
import type { Report } from './rules.ts'
import type { Shared } from './shared.ts'
import type { Counts, Status } from './status.ts'

/** How often running servers are looked at, and how often while one of them starts. */
const observeMs = 1_000
const observeMsWhileStarting = 200

export type FleetOptions = Pick<Shared, 'driver' | 'limits' | 'launch' | 'onChange' | 'log'>

/** The servers of all places: at most one a place, however many ask at the same moment. */
export class Fleet {
  readonly counts: Counts = { starts: 0, failures: 0, emptied: 0, adopted: 0, readied: 0, readySeconds: 0 }
  readonly #shared: Shared
  readonly #places = new Map<number, Place>()
  #timer: NodeJS.Timeout | undefined
  #looking: Promise<void> | undefined
  #closed = false

  constructor(options: FleetOptions) {
    this.#shared = {
      ...options,
      ports: new Ports((port) => options.driver.isPortFree(port)),
      counts: this.counts,
      admit: () => this.#admit(),
      now: Date.now,
    }
  }

  /** Takes over what an earlier run left, and begins to look after servers. */
  async open(): Promise<void> {
    const { driver, ports, log } = this.#shared
    for (const server of await driver.recover()) {
      log(`place ${server.placeId}: server ${server.pid} still runs, and is taken over`)
      this.counts.adopted++
      ports.hold(server.port)
      this.#placeOf(server.placeId).adopt(server)
    }
    await this.#look()
    this.#lookLater()
  }

  /**
   * Starts a place's server; one that runs already is fine.
   * @param access what the site brings for it.
   * @throws Refused 409 when somebody closed it meanwhile; 503 when too many run, it failed just now, or no port is free;
   *   500 when it cannot be started.
   */
  async start(placeId: number, access: Access = {}): Promise<Status> {
    const started = this.#placeOf(placeId).start(access)
    // It may be ready before the next look that was planned.
    this.#lookLater()
    return started
  }

  /** Closes a place's server, and forgets that it failed. Resolves when nothing is left of it. */
  async stop(placeId: number): Promise<Status> {
    return this.#places.get(placeId)?.stop() ?? this.status(placeId)
  }

  /** Takes what the site tells of a server; of a place that has none it is ignored. */
  report(placeId: number, report: Report): void {
    this.#places.get(placeId)?.report(report)
  }

  status(placeId: number): Status {
    return this.#places.get(placeId)?.status ?? { placeId, state: 'stopped' }
  }

  /** Places that have a process. */
  running(): Status[] {
    return [...this.#places.values()].filter(({ server }) => server).map(({ status }) => status)
  }

  /** Places that have a server, are about to, or whose last one failed. */
  known(): Status[] {
    return [...this.#places.values()].map(({ status }) => status).filter(({ state }) => state !== 'stopped')
  }

  /** Ends all servers. */
  async close(): Promise<void> {
    this.#closed = true
    clearTimeout(this.#timer)
    await this.#looking
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
      throw new Refused(503, `${maxServers} servers run, and that is as many as may run at once`)
    }
  }

  #lookLater(): void {
    clearTimeout(this.#timer)
    if (this.#closed || this.#looking) return
    const isStarting = [...this.#places.values()].some(({ state }) => state === 'starting')
    this.#timer = setTimeout(
      () => {
        this.#looking = this.#look().finally(() => {
          this.#looking = undefined
          this.#lookLater()
        })
      },
      isStarting ? observeMsWhileStarting : observeMs,
    )
  }

  async #look(): Promise<void> {
    const places = [...this.#places.values()]
    try {
      const seen = await this.#shared.driver.observe(places.flatMap(({ server }) => server ?? []))
      for (const place of places) {
        place.observe(place.server && seen.get(place.server))
        if (place.forget()) this.#places.delete(place.id)
      }
    } catch (error) {
      this.#shared.log(`servers cannot be observed: ${error}`)
    }
  }
}
