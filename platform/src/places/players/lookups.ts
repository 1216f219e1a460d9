import { type Clock, second } from '@baseplate/service/clock'
import { createBatchLoader } from '@baseplate/storage/batch-loader'
import { usernameKey } from '../../accounts/rules.ts'
import type { Config } from '../../foundation/config/schema.ts'
import type { Db } from '../../foundation/database.ts'
import { admitsFromList } from '../rules.ts'
import { findServers, type ServerPlace } from '../servers/queries.ts'
import { joinTicketLifetime, presenceLifetime } from '../sessions/rules.ts'
import {
  type Claim,
  claimSessions,
  findByKey,
  findFriendsHere,
  findOpenOf,
  type KeySession,
  listServed,
} from './queries.ts'
import type { ServedSession } from './rules.ts'

/** Lookups wait this long for others. When many players connect, they share statements and a synced commit. */
const batchMs = 4

/** The key of a player, and the name with which the player connects. */
interface KeyOfPlayer {
  placeId: number
  hash: string
  username: string
}

/** Statements about players and their game servers. Concurrent calls share them. */
export interface PlayerLookups {
  server(ticket: string): Promise<ServerPlace | undefined>
  /** Finds the session of a key, if it is open, or its player was kicked or moderated. */
  session(key: KeyOfPlayer): Promise<KeySession | undefined>
  /** Marks a player as verified. Returns false if another call has done so, or the session has ended. */
  claim(claim: Claim): Promise<boolean>
  /** Returns the numbers of the friends of a verified player in the same game server. */
  friendsHere(ticket: string): Promise<number[]>
  /** Returns the sessions of a place that concern its game servers. */
  served(placeId: number): Promise<ServedSession[]>
  /** Returns whether the current game server of a place has acknowledged the player of an open session, and is alive. */
  isAcknowledged(ticket: string): Promise<boolean>
}

export function createPlayerLookups({
  db,
  now,
  config,
}: {
  db: Db
  now: Clock
  config: Pick<Config, 'Engine'>
}): PlayerLookups {
  // The name leads to the player's only open session, however many players the place has.
  const openOf = createBatchLoader(batchMs, async (usernameKeys: readonly string[]) => {
    const sessions = await findOpenOf(db, usernameKeys)
    const byName = new Map(sessions.map((session) => [usernameKey(session.username), session]))
    return usernameKeys.map((key) => byName.get(key))
  })
  const server = createBatchLoader(batchMs, async (tickets: readonly string[]) => {
    const byTicket = new Map((await findServers(db, tickets)).map((place) => [place.ticket, place]))
    return tickets.map((ticket) => byTicket.get(ticket))
  })
  const acknowledgedBy = createBatchLoader(batchMs, async (tickets: readonly string[]) => {
    const byTicket = await findAcknowledged(db, tickets, now() - presenceLifetime)
    return tickets.map((ticket) => byTicket.get(ticket))
  })
  return {
    server,
    async session({ placeId, hash, username }) {
      const own = await openOf(usernameKey(username))
      return own?.key_hash === hash ? own : findByKey(db, placeId, hash)
    },
    claim: createBatchLoader(0, async (claims) => {
      // The first of several calls for the same session gets it.
      const first = new Map(claims.toReversed().map((claim) => [claim.ticket, claim]))
      const claimed = await claimSessions(db, [...first.values()], now())
      return claims.map((claim) => claimed.has(claim.ticket) && first.get(claim.ticket) === claim)
    }),
    friendsHere: createBatchLoader(0, async (tickets) => {
      const byTicket = await findFriendsHere(db, tickets)
      return tickets.map((ticket) => byTicket.get(ticket) ?? [])
    }),
    served: createBatchLoader(batchMs, async (placeIds) => {
      const issuedAfter = admitsFromList(config) ? now() - joinTicketLifetime : undefined
      const byPlace = await listServed(db, placeIds, issuedAfter)
      return placeIds.map((placeId) => byPlace.get(placeId) ?? [])
    }),
    async isAcknowledged(ticket) {
      const by = await acknowledgedBy(ticket)
      return by !== undefined && (await server(by)) !== undefined
    },
  }
}

/**
 * Finds the servers that have acknowledged players, by the tickets of sessions. Leaves out sessions of places whose server has been
 * silent since a time.
 */
async function findAcknowledged(
  db: Db,
  tickets: readonly string[],
  since: number,
): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .selectFrom('playing_records')
    .innerJoin('places', 'places.id', 'playing_records.place_id')
    .select(['playing_records.ticket', 'playing_records.server_ticket'])
    .where('playing_records.ticket', 'in', tickets)
    .where('ended', 'is', null)
    .where((eb) => eb.or([eb('verified', '>=', since), eb('server_ping', '>=', Math.ceil(since / second))]))
    .execute()
  return new Map(
    rows.flatMap(({ ticket, server_ticket }) => (server_ticket ? [[ticket, server_ticket]] : [])),
  )
}
