import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { second } from '../clock.ts'
import type { Logger } from '../log.ts'

/** Short words between the processes of one database. They are hints: one that gets lost must do no harm. */
export interface Signals {
  /** Tells all other processes. */
  send(word: string): void
  close(): Promise<void>
}

export interface Hearing {
  /** Another process said this. */
  heard(word: string): void
  /** The connection was away for a while, and with it whatever was said. */
  missed(): void
}

const silence: Signals = { send() {}, async close() {} }

/** Words that wait for a connection, at most: who missed more finds it by themselves. */
const maxUnsent = 10_000

/** How long after a lost connection the next one is tried. */
const retryMs = second

/**
 * LISTEN and NOTIFY of PostgreSQL, over one connection that is made again when it breaks. A SQLite database has one
 * process, which has nobody to tell.
 *
 * @param url of the database; absent: SQLite.
 */
export function openSignals(
  { url, channel }: { url: string | undefined; channel: string },
  hearing: Hearing,
  log: Logger,
): Signals {
  if (!url) return silence
  /** A process hears itself, too. */
  const self = randomUUID()
  let client: pg.Client | undefined
  let unsent = new Set<string>()
  let sending = false
  let timer: NodeJS.Timeout | undefined
  let closed = false

  const connect = async () => {
    const next = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000, keepAlive: true })
    const lose = () => {
      if (closed || client !== next) return
      client = undefined
      log.warn({ channel }, 'the connection for signals between processes broke; it is made again')
      later()
    }
    next.on('error', lose)
    next.on('end', lose)
    next.on('notification', ({ payload = '' }) => {
      const [origin, word] = payload.split(' ')
      if (origin !== self && word) hearing.heard(word)
    })
    try {
      await next.connect()
      await next.query(`listen ${channel}`)
    } catch {
      await next.end().catch(() => {})
      later()
      return
    }
    if (closed) return next.end()
    client = next
    void sendAll()
    hearing.missed()
  }

  const later = () => {
    if (!closed) timer = setTimeout(() => (connecting = connect()), retryMs)
    timer?.unref()
  }

  /** One statement for all that is said while the one before is under way. */
  const sendAll = async () => {
    const line = client
    if (!line || sending) return
    sending = true
    try {
      while (client === line && unsent.size > 0) {
        const words = [...unsent].map((word) => `${self} ${word}`)
        unsent = new Set()
        await line.query('select pg_notify($1, word) from unnest($2::text[]) as words (word)', [
          channel,
          words,
        ])
      }
    } catch {
      // What a broken connection did not carry, the others find by themselves.
    } finally {
      sending = false
    }
  }

  let connecting = connect()

  return {
    send(word) {
      if (unsent.size < maxUnsent) unsent.add(word)
      void sendAll()
    },
    async close() {
      closed = true
      clearTimeout(timer)
      await connecting
      await client?.end().catch(() => {})
    },
  }
}
