import { randomUUID } from 'node:crypto'
import { second } from '@baseplate/service/clock'
import type { Logger } from '@baseplate/service/log'
import pg from 'pg'

/**
 * Signals between the processes that share a database. A signal is a hint, so losing one must do no harm. Listeners learn when they
 * may have missed some.
 */
export interface Signals {
  /** Opens a channel, at the start of the process. Returns a function that sends a signal to all other processes. */
  open(channel: string, listener: SignalListener): (signal: string) => void
  close(): Promise<void>
}

interface SignalListener {
  /** Called for each signal from another process. Signals contain no spaces. */
  received(signal: string): void
  /** Called after each connect. Signals sent while there was no connection are lost. */
  connected(): void
}

/** For a process that has the database to itself. */
export const noSignals: Signals = { open: () => () => {}, async close() {} }

/** The PostgreSQL channel of all signals. Each payload names the channel that the signal was sent to. */
const postgresChannel = 'baseplate'

/** `application_name` of the connection in `pg_stat_activity`. Every running site process has one such connection. */
export const signalsName = 'baseplate signals'

/** Maximum number of signals that wait for a connection. Further ones are dropped. */
const maxUnsent = 10_000

/** Delay before a lost connection is opened again. */
const retryMs = second

/**
 * Opens signals over LISTEN and NOTIFY of PostgreSQL, on one connection that is reopened when it breaks. A SQLite database has
 * only one process, so it needs no signals.
 *
 * @param url of the database; absent for SQLite.
 */
export const openSignals = (url: string | undefined, log: Logger): Signals =>
  url ? new PostgresSignals(url, log) : noSignals

class PostgresSignals implements Signals {
  readonly #url: string
  readonly #log: Logger
  readonly #listeners = new Map<string, SignalListener>()
  /** Marks this process's own signals, which PostgreSQL delivers to it as well. */
  readonly #origin = randomUUID()
  #unsent = new Set<string>()
  #client: pg.Client | undefined
  #connecting: Promise<void>
  #isSending = false
  #retryTimer: NodeJS.Timeout | undefined
  #closed = false

  constructor(url: string, log: Logger) {
    this.#url = url
    this.#log = log
    this.#connecting = this.#connect()
  }

  open(channel: string, listener: SignalListener): (signal: string) => void {
    this.#listeners.set(channel, listener)
    return (signal) => {
      if (this.#unsent.size < maxUnsent) this.#unsent.add(`${channel} ${signal}`)
      void this.#sendAll()
    }
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
      application_name: signalsName,
      connectionTimeoutMillis: 5_000,
      keepAlive: true,
    })
    const onLost = () => this.#lose(client)
    client.on('error', onLost)
    client.on('end', onLost)
    client.on('notification', ({ payload = '' }) => {
      const [origin, channel = '', signal] = payload.split(' ')
      if (origin !== this.#origin && signal) this.#listeners.get(channel)?.received(signal)
    })
    try {
      await client.connect()
      await client.query(`listen ${postgresChannel}`)
    } catch {
      await client.end().catch(() => {})
      this.#retryLater()
      return
    }
    if (this.#closed) return client.end()
    this.#client = client
    void this.#sendAll()
    for (const listener of this.#listeners.values()) listener.connected()
  }

  #lose(client: pg.Client): void {
    if (this.#closed || this.#client !== client) return
    this.#client = undefined
    this.#log.warn('the connection for signals between processes broke; reconnecting')
    this.#retryLater()
  }

  #retryLater(): void {
    if (this.#closed) return
    this.#retryTimer = setTimeout(() => {
      this.#connecting = this.#connect()
    }, retryMs)
    this.#retryTimer.unref()
  }

  /** Sends all waiting signals in one statement. Signals that arrive meanwhile wait for the next one. */
  async #sendAll(): Promise<void> {
    const client = this.#client
    if (!client || this.#isSending) return
    this.#isSending = true
    try {
      while (this.#client === client && this.#unsent.size > 0) {
        const payloads = [...this.#unsent].map((signal) => `${this.#origin} ${signal}`)
        this.#unsent = new Set()
        await client.query('select pg_notify($1, word) from unnest($2::text[]) as words (word)', [
          postgresChannel,
          payloads,
        ])
      }
    } catch {
      // The connection broke. The lost signals do no harm: see `Signals`.
    } finally {
      this.#isSending = false
    }
  }
}
