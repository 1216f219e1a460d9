import { type Clock, minute } from '@baseplate/service/clock'
import type { Logger } from '@baseplate/service/log'
import { createBatchLoader } from '@baseplate/storage/batch-loader'
import { DatabaseUnavailable } from '@baseplate/storage/database/outage'
import type { Db } from '../../foundation/database.ts'
import { isPlaceTicket } from '../rules.ts'
import { isJoinTicket, presenceLifetime } from '../sessions/rules.ts'
import { type Heartbeats, writeHeartbeats } from './write-heartbeats.ts'

/** Heartbeats are written at most this much later. */
const flushIntervalMs = 1_000

/**
 * Tickets are remembered for this long after their last heartbeat in this process. With several processes, the next heartbeats may
 * go to the others. A forgotten client ticket costs a lookup, and a forgotten server ticket a report to the orchestrator.
 */
const ticketMemory = 15 * minute

/** Maximum number of heartbeats that wait while the database cannot say which tickets exist. */
const maxUnverified = 100_000

/**
 * Heartbeats of clients and game servers.
 *
 * Thousands may arrive per second, so they are collected in memory and written together once a second. A crash loses at most
 * that second, and the next heartbeats make up for it. While the database is unavailable, heartbeats wait in memory.
 */
export interface Presence {
  /**
   * Records a client's heartbeat. Returns false if no playing record has the ticket.
   *
   * @param exists whether the caller has found the playing record.
   */
  recordClientHeartbeat(ticket: string, exists?: boolean): Promise<boolean>
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
  let collected = newCollected()
  const exists = findJoinTickets(db)
  let flushing: Promise<void> = Promise.resolve()

  const write = async () => {
    const batch = collected
    collected = newCollected()
    const time = now()
    const found = await writeAny(db, batch).catch((error: unknown) => {
      if (error instanceof DatabaseUnavailable) {
        collected = withUnwritten(collected, batch, time - presenceLifetime)
      }
      throw error
    })
    for (const known of [knownClients, knownServers]) forgetBefore(known, time - ticketMemory)
    if (remember(knownServers, found)) onNewServer()
  }

  const flush = () => {
    flushing = flushing.then(write).catch((error: Error) => {
      log.error({ error: error.message }, 'heartbeats could not be written')
    })
    return flushing
  }

  const timer = setInterval(flush, flushIntervalMs).unref()

  return {
    async recordClientHeartbeat(ticket, found = false) {
      const time = now()
      const failed = (error: unknown) => {
        collectUnverified(collected, ticket, time)
        throw error
      }
      const isKnown =
        found || knownClients.has(ticket) || (isJoinTicket(ticket) && (await exists(ticket).catch(failed)))
      if (!isKnown) return false
      knownClients.set(ticket, time)
      collectClient(collected, ticket, time)
      return true
    },
    recordServerHeartbeat(ticket) {
      if (isPlaceTicket(ticket)) collected.servers.set(ticket, now())
    },
    flush,
    async close() {
      clearInterval(timer)
      await flush()
    },
  }
}

/** Adds tickets with the times of their heartbeats. Returns whether one was new. */
function remember(known: Map<string, number>, found: Heartbeats): boolean {
  const isNew = found.keys().some((ticket) => !known.has(ticket))
  for (const [ticket, time] of found) known.set(ticket, time)
  return isNew
}

/** Removes tickets whose last heartbeat is older. */
function forgetBefore(known: Map<string, number>, oldest: number): void {
  for (const [ticket, time] of known) if (time < oldest) known.delete(ticket)
}

/** Heartbeats that wait to be written. */
interface Collected {
  clients: Map<string, number>
  servers: Map<string, number>
  /** Time of the earliest heartbeat of a client, even if a later one has replaced it. */
  since?: number | undefined
}

const newCollected = (): Collected => ({ clients: new Map(), servers: new Map() })

function collectClient(collected: Collected, ticket: string, time: number): void {
  collected.clients.set(ticket, time)
  collected.since ??= time
}

/** Keeps a heartbeat whose lookup failed. The client gets an error, but its player counts as present if the ticket exists. */
function collectUnverified(collected: Collected, ticket: string, time: number): void {
  if (collected.clients.size < maxUnverified) collectClient(collected, ticket, time)
}

const writeAny = async (db: Db, { clients, servers, since }: Collected): Promise<Heartbeats> =>
  clients.size + servers.size > 0 ? writeHeartbeats(db, clients, servers, since) : new Map()

/** Adds the heartbeats that an outage left unwritten. Without them, an outage of half a minute would end sessions for good. */
function withUnwritten(later: Collected, unwritten: Collected, stale: number): Collected {
  const merge = (kind: 'clients' | 'servers') =>
    new Map([...[...unwritten[kind]].filter(([, time]) => time >= stale), ...later[kind]])
  return { clients: merge('clients'), servers: merge('servers'), since: unwritten.since ?? later.since }
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
