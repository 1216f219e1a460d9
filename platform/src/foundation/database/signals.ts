import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { second } from '../clock.ts'
import type { Logger } from '../log.ts'

/** Short words between the processes of one database. They are hints: a lost one must do no harm. */
export interface Signals {
  /** Sends a word to all other processes. */
  send(word: string): void
  close(): Promise<void>
}

export interface SignalListener {
  /** Called for a word of another process. */
  heard(word: string): void
  /** Called after the connection was lost for a while, and words with it. */
  missed(): void
}

const silence: Signals = { send() {}, async close() {} }

/** Maximum number of words that wait for a connection. Processes that miss more of them find the news by themselves. */
const maxUnsent = 10_000

/** Delay before a lost connection is opened again. */
const retryMs = second

/**
 * Opens signals over LISTEN and NOTIFY of PostgreSQL, on one connection that is reopened when it breaks. A SQLite database has
 * only one process, so its signals go nowhere.
 *
 * @param url of the database; absent for SQLite.
 */
export const openSignals = (
  { url, channel }: { url: string | undefined; channel: string },
  listener: SignalListener,
  log: Logger,
): Signals => (url ? new PostgresSignals(url, channel, listener, log) : silence)

class PostgresSignals implements Signals {
  readonly #url: string
  readonly #channel: string
  readonly #listener: SignalListener
  readonly #log: Logger
  /** Marks words of this process, which PostgreSQL delivers to it as well. */
  readonly #origin = randomUUID()
  #unsent = new Set<string>()
  #client: pg.Client | undefined
  #connecting: Promise<void>
  #isSending = false
  #retryTimer: NodeJS.Timeout | undefined
  #closed = false

  constructor(url: string, channel: string, listener: SignalListener, log: Logger) {
    this.#url = url
    this.#channel = channel
    this.#listener = listener
    this.#log = log
    this.#connecting = this.#connect()
  }

  send(word: string): void {
    if (this.#unsent.size < maxUnsent) this.#unsent.add(word)
    void this.#sendAll()
  }

  async close(): Promise<void> {
    this.#closed = true
    clearTimeout(this.#retryTimer)
    await this.#connecting
    await this.#client?.end().catch(() => {})
  }

  async #connect(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.#url,
      connectionTimeoutMillis: 5_000,
      keepAlive: true,
    })
    const onLost = () => this.#lose(client)
    client.on('error', onLost)
    client.on('end', onLost)
    client.on('notification', ({ payload = '' }) => {
      const [origin, word] = payload.split(' ')
      if (origin !== this.#origin && word) this.#listener.heard(word)
    })
    try {
      await client.connect()
      await client.query(`listen ${this.#channel}`)
    } catch {
      await client.end().catch(() => {})
      this.#retryLater()
      return
    }
    if (this.#closed) return client.end()
    this.#client = client
    void this.#sendAll()
    this.#listener.missed()
  }

  #lose(client: pg.Client): void {
    if (this.#closed || this.#client !== client) return
    this.#client = undefined
    this.#log.warn(
      { channel: this.#channel },
      'the connection for signals between processes broke; reconnecting',
    )
    this.#retryLater()
  }

  #retryLater(): void {
    if (this.#closed) return
    this.#retryTimer = setTimeout(() => {
      this.#connecting = this.#connect()
    }, retryMs)
    this.#retryTimer.unref()
  }

  /** Sends all waiting words by one statement. Words that arrive meanwhile wait for the next one. */
  async #sendAll(): Promise<void> {
    const client = this.#client
    if (!client || this.#isSending) return
    this.#isSending = true
    try {
      while (this.#client === client && this.#unsent.size > 0) {
        const words = [...this.#unsent].map((word) => `${this.#origin} ${word}`)
        this.#unsent = new Set()
        await client.query('select pg_notify($1, word) from unnest($2::text[]) as words (word)', [
          this.#channel,
          words,
        ])
      }
    } catch {
      // The connection broke. The other processes find the news by themselves.
    } finally {
      this.#isSending = false
    }
  }
}
