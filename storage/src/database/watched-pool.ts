import { second } from '@baseplate/service/clock'
import type { Logger } from '@baseplate/service/log'
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import pg from 'pg'

/** A connection that is in use for this long, or awaited, is a reason to check whether the database answers at all. */
const suspiciousMs = 2 * second

/** A database that does not even greet a new connection in this time is considered unavailable. */
const greetingMs = 3 * second

const intervalMs = second / 2

/**
 * Notices that a database has stopped answering without closing its connections, as happens when its machine loses power or
 * network. Then it breaks the connections in use and refuses new ones at once, until the database answers again. TCP alone
 * would let requests hang for minutes.
 */
export class WatchedPool implements PostgresPool {
  readonly options: object
  readonly #pool: pg.Pool
  readonly #url: string
  readonly #log: Logger
  /** Start times of the uses of connections, and of the waits for one. */
  readonly #since = new Map<object, number>()
  readonly #clients = new Set<pg.PoolClient>()
  readonly #timer: NodeJS.Timeout
  #isChecking = false
  /** When the database last answered a check. */
  #greeted = Number.NEGATIVE_INFINITY
  #isAway = false
  /** Refuses the requests that wait for a connection. */
  readonly #refusals = new Set<(error: Error) => void>()

  constructor(pool: pg.Pool, url: string, log: Logger) {
    this.options = pool.options
    this.#pool = pool
    this.#url = url
    this.#log = log
    this.#timer = setInterval(() => void this.#watch(), intervalMs)
    this.#timer.unref()
  }

  async connect(): Promise<PostgresPoolClient> {
    if (this.#isAway) throw doesNotAnswer()
    // Each request has a promise of its own. One that lived as long as the pool would keep every race against it in memory.
    const { promise: refused, reject: refuse } = Promise.withResolvers<never>()
    this.#refusals.add(refuse)
    this.#since.set(refuse, performance.now())
    const connecting = this.#pool.connect()
    try {
      return this.#lend(await Promise.race([connecting, refused]))
    } catch (error) {
      // A connection that comes later goes back to the pool.
      connecting.then(
        (client) => client.release(),
        () => undefined,
      )
      throw error
    } finally {
      this.#refusals.delete(refuse)
      this.#since.delete(refuse)
    }
  }

  async end(): Promise<void> {
    clearInterval(this.#timer)
    await this.#pool.end()
  }

  #lend(client: pg.PoolClient): pg.PoolClient {
    this.#since.set(client, performance.now())
    this.#clients.add(client)
    const release = client.release.bind(client)
    client.release = (error) => {
      this.#since.delete(client)
      this.#clients.delete(client)
      release(error)
    }
    return client
  }

  async #watch(): Promise<void> {
    if (this.#isChecking) return
    const oldest = performance.now() - suspiciousMs
    if (!this.#isAway && (this.#greeted > oldest || !this.#since.values().some((time) => time < oldest)))
      return
    this.#isChecking = true
    const answers = await greets(this.#url)
    this.#isChecking = false
    if (answers) this.#greeted = performance.now()
    if (answers === !this.#isAway) return
    this.#isAway = !answers
    this.#log.warn(answers ? 'the database answers again' : 'the database does not answer')
    if (answers) return
    for (const client of this.#clients) client.connection.stream.destroy()
    for (const refuse of this.#refusals) refuse(doesNotAnswer())
  }
}

const doesNotAnswer = () => new Error('the database does not answer')

/** Whether the database accepts or refuses a new connection in time. */
async function greets(url: string): Promise<boolean> {
  const began = performance.now()
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: greetingMs })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return true
  } catch {
    const took = performance.now() - began
    // A process that was paused itself has learned nothing.
    return took < greetingMs || took > greetingMs + second
  } finally {
    client.end().catch(() => undefined)
  }
}
