import type { Db } from '../../database.ts'
import type { Clock } from '../../foundation/clock.ts'
import type { Logger } from '../../foundation/log.ts'
import { isPlaceTicket } from '../rules.ts'
import { writeServerHeartbeats } from '../servers/queries.ts'
import { isJoinTicket, presenceLifetime } from './rules.ts'

/** Heartbeats are written at most this much later. */
const flushIntervalMs = 1_000

/** Heartbeats written per statement. They get one time, because they arrived within a second of each other. */
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
      if (!knownClients.has(ticket) && !(await joinTicketExists(db, ticket))) return false
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

const joinTicketExists = async (db: Db, ticket: string): Promise<boolean> =>
  isJoinTicket(ticket) &&
  (await db
    .selectFrom('playing_records')
    .select('ticket')
    .where('ticket', '=', ticket)
    .executeTakeFirst()) !== undefined

/** Writes heartbeats, and returns those of servers whose ticket exists. */
async function writeHeartbeats(
  db: Db,
  clients: Map<string, number>,
  servers: Map<string, number>,
): Promise<Map<string, number>> {
  return db.transaction().execute(async (trx) => {
    // Places are locked before playing records, and in the order of their ids, so that transactions cannot deadlock.
    const found = await writeServerHeartbeats(trx, servers)
    const heartbeats = [...clients]
    for (let at = 0; at < heartbeats.length; at += heartbeatsPerStatement) {
      const some = heartbeats.slice(at, at + heartbeatsPerStatement)
      const time = Math.max(...some.map(([, received]) => received))
      await trx
        .updateTable('playing_records')
        .set({ last_ping: time })
        .where(
          'ticket',
          'in',
          some.map(([ticket]) => ticket),
        )
        .where('started', 'is not', null)
        .where('ended', 'is', null)
        // A session without a recent heartbeat counts as ended even before the sweep ends it. Nothing may revive it.
        .where('last_ping', '>=', time - presenceLifetime)
        .execute()
    }
    return found
  })
}
