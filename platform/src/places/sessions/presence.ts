import { sql } from 'kysely'
import type { Db } from '../../database.ts'
import { createBatchLoader } from '../../foundation/batch-loader.ts'
import type { Clock } from '../../foundation/clock.ts'
import { isPostgres } from '../../foundation/database/dialect.ts'
import type { Logger } from '../../foundation/log.ts'
import { isPlaceTicket } from '../rules.ts'
import { writeServerHeartbeats } from '../servers/queries.ts'
import { isJoinTicket, presenceLifetime } from './rules.ts'

/** Heartbeats are written at most this much later. */
const flushIntervalMs = 1_000

/** Heartbeats written per statement on SQLite. They get one time, because they arrived within a second of each other. */
const heartbeatsPerStatement = 100

/**
 * Heartbeats of clients and game servers.
 *
 * Thousands may arrive per second, so they are collected in memory and written together once a second. A crash loses at most
 * that second, and the next heartbeats make up for it.
 */
export interface Presence {
  /** Records a client's heartbeat. Returns false if no playing record has the ticket. */
  recordClientHeartbeat(ticket: string): Promise<boolean>
  /** Records a game server's heartbeat. An unknown ticket changes nothing. */
  recordServerHeartbeat(ticket: string): void
  /** Writes the collected heartbeats. */
  flush(): Promise<void>
  /** Stops the timer and writes the remaining heartbeats. */
  close(): Promise<void>
}

/** @param onNewServer called after the first heartbeat of a server was written, or the first after a long silence. */
export function createPresence(
  { db, now, log }: { db: Db; now: Clock; log: Logger },
  onNewServer: () => void = () => undefined,
): Presence {
  /** Tickets of clients that exist, with the time of their last heartbeat in this process. */
  const knownClients = new Map<string, number>()
  /** Tickets of servers that exist, with the time of their last heartbeat in this process. */
  const knownServers = new Map<string, number>()
  let clients = new Map<string, number>()
  let servers = new Map<string, number>()
  const exists = findJoinTickets(db)
  let flushing: Promise<void> = Promise.resolve()

  const write = async () => {
    const clientHeartbeats = clients
    const serverHeartbeats = servers
    clients = new Map()
    servers = new Map()
    const found =
      clientHeartbeats.size + serverHeartbeats.size > 0
        ? await writeHeartbeats(db, clientHeartbeats, serverHeartbeats)
        : new Map()
    const stale = now() - presenceLifetime
    for (const [ticket, time] of knownClients) if (time < stale) knownClients.delete(ticket)
    for (const [ticket, time] of knownServers) if (time < stale) knownServers.delete(ticket)
    const isNew = found.keys().some((ticket) => !knownServers.has(ticket))
    for (const [ticket, time] of found) knownServers.set(ticket, time)
    if (isNew) onNewServer()
  }

  const flush = () => {
    flushing = flushing.then(write).catch((error: Error) => {
      // These heartbeats are lost, as in a crash. The next ones arrive within 15 seconds.
      log.error({ error: error.message }, 'heartbeats could not be written')
    })
    return flushing
  }

  const timer = setInterval(flush, flushIntervalMs)
  timer.unref()

  return {
    async recordClientHeartbeat(ticket) {
      if (!knownClients.has(ticket) && !(isJoinTicket(ticket) && (await exists(ticket)))) return false
      const time = now()
      knownClients.set(ticket, time)
      clients.set(ticket, time)
      return true
    },
    recordServerHeartbeat(ticket) {
      if (isPlaceTicket(ticket)) servers.set(ticket, now())
    },
    flush,
    async close() {
      clearInterval(timer)
      await flush()
    },
  }
}

/** Returns a function that looks up a ticket. Concurrent calls share one statement. */
const findJoinTickets = (db: Db) =>
  createBatchLoader(0, async (tickets: readonly string[]) => {
    const rows = await db
      .selectFrom('playing_records')
      .select('ticket')
      .where('ticket', 'in', tickets)
      .execute()
    const known = new Set(rows.map(({ ticket }) => ticket))
    return tickets.map((ticket) => known.has(ticket))
  })

/** Writes heartbeats, and returns those of servers whose ticket exists. */
async function writeHeartbeats(
  db: Db,
  clients: ReadonlyMap<string, number>,
  servers: ReadonlyMap<string, number>,
): Promise<Map<string, number>> {
  if (servers.size === 0 && isPostgres(db)) {
    await writeClientHeartbeats(db, clients)
    return new Map()
  }
  return db.transaction().execute(async (trx) => {
    // Places are locked before playing records, and in the order of their ids, so that transactions cannot deadlock.
    const found = await writeServerHeartbeats(trx, servers)
    await writeClientHeartbeats(trx, clients)
    return found
  })
}

/** Takes one statement on PostgreSQL. SQLite has no lists as parameters, so it takes one for every hundred. */
async function writeClientHeartbeats(db: Db, heartbeats: ReadonlyMap<string, number>): Promise<void> {
  const all = [...heartbeats]
  const perStatement = isPostgres(db) ? all.length : heartbeatsPerStatement
  for (let at = 0; at < all.length; at += perStatement) {
    const some = all.slice(at, at + perStatement)
    const tickets = some.map(([ticket]) => ticket)
    const time = some.reduce((latest, [, received]) => Math.max(latest, received), 0)
    await db
      .updateTable('playing_records')
      .set({ last_ping: time })
      .where((eb) =>
        isPostgres(db) ? sql<boolean>`ticket = any(${tickets}::text[])` : eb('ticket', 'in', tickets),
      )
      .where('started', 'is not', null)
      .where('ended', 'is', null)
      // A session without a recent heartbeat counts as ended even before the sweep ends it. Nothing may revive it.
      .where('last_ping', '>=', time - presenceLifetime)
      // Another process may have written a later heartbeat of the same player.
      .where('last_ping', '<', time)
      .execute()
  }
}
