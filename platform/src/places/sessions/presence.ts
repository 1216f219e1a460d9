import type { Db } from '../../database.ts'
import type { Clock } from '../../foundation/clock.ts'
import type { Logger } from '../../foundation/log.ts'
import { isPlaceTicket } from '../rules.ts'
import { writeServerPings } from '../servers/queries.ts'
import { isJoinTicket, presenceLifetime } from './rules.ts'

/** Pings become visible, and durable, at most this much later. */
const flushIntervalMs = 1_000

/** Pings written by one statement. All are of the same moment, or nearly: they came one after the other. */
const pingsPerStatement = 100

/**
 * Heartbeats of clients and game servers.
 *
 * Thousands arrive in a second and none needs an answer from the disk, so they are collected here and written
 * together, once a second. A crash loses at most that second, which the next ping mends.
 */
export interface Presence {
  /** Notes a client's ping; false when no playing record has that ticket. */
  pingClient(ticket: string): Promise<boolean>
  /** Notes a game server's ping; an unknown ticket changes nothing. */
  pingServer(ticket: string): void
  /** Writes what has been noted. */
  flush(): Promise<void>
  /** Stops the clockwork and writes what is left. */
  close(): Promise<void>
}

/** @param heard called when a server was heard of that was not, or not for long; its ping has been written. */
export function createPresence(
  { db, now, log }: { db: Db; now: Clock; log: Logger },
  heard: () => void = () => undefined,
): Presence {
  /** Tickets that are known to exist, with the time of their last use here. */
  const known = new Map<string, number>()
  /** Tickets of servers with the time of their last ping here. */
  const knownServers = new Map<string, number>()
  let clients = new Map<string, number>()
  let servers = new Map<string, number>()
  let flushing: Promise<void> = Promise.resolve()

  const write = async () => {
    const clientPings = clients
    const serverPings = servers
    clients = new Map()
    servers = new Map()
    const found =
      clientPings.size + serverPings.size > 0 ? await writePings(db, clientPings, serverPings) : new Map()
    const stale = now() - presenceLifetime
    for (const [ticket, used] of known) if (used < stale) known.delete(ticket)
    for (const [ticket, used] of knownServers) if (used < stale) knownServers.delete(ticket)
    const isNew = found.keys().some((ticket) => !knownServers.has(ticket))
    for (const [ticket, pinged] of found) knownServers.set(ticket, pinged)
    if (isNew) heard()
  }

  const flush = () => {
    flushing = flushing.then(write).catch((error: Error) => {
      // Those pings are lost, as in a crash; the next ones are 15 seconds away.
      log.error({ error: error.message }, 'presence could not be written')
    })
    return flushing
  }

  const clockwork = setInterval(flush, flushIntervalMs)
  clockwork.unref()

  return {
    async pingClient(ticket) {
      if (!known.has(ticket)) {
        if (!isJoinTicket(ticket)) return false
        const record = await db
          .selectFrom('playing_records')
          .select('ticket')
          .where('ticket', '=', ticket)
          .executeTakeFirst()
        if (!record) return false
      }
      const time = now()
      known.set(ticket, time)
      clients.set(ticket, time)
      return true
    },
    pingServer(ticket) {
      if (isPlaceTicket(ticket)) servers.set(ticket, now())
    },
    flush,
    async close() {
      clearInterval(clockwork)
      await flush()
    },
  }
}

/** Answers the pings of servers that there are. */
async function writePings(
  db: Db,
  clients: Map<string, number>,
  servers: Map<string, number>,
): Promise<Map<string, number>> {
  return db.transaction().execute(async (trx) => {
    // Places are locked before players, and in the order of their ids, so that transactions cannot deadlock.
    const found = await writeServerPings(trx, servers)
    const pings = [...clients]
    for (let at = 0; at < pings.length; at += pingsPerStatement) {
      const some = pings.slice(at, at + pingsPerStatement)
      const time = Math.max(...some.map(([, pinged]) => pinged))
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
        // A record without a ping for too long has ended, whether or not it says so yet: nothing revives it.
        .where('last_ping', '>=', time - presenceLifetime)
        .execute()
    }
    return found
  })
}
