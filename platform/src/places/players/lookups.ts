import type { Clock } from '@baseplate/service/clock'
import { createBatchLoader } from '@baseplate/storage/batch-loader'
import { usernameKey } from '../../accounts/rules.ts'
import type { Db } from '../../foundation/database.ts'
import { findServers, type ServerPlace } from '../servers/queries.ts'
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
}

export function createPlayerLookups({ db, now }: { db: Db; now: Clock }): PlayerLookups {
  // The name leads to the player's only open session, however many players the place has.
  const openOf = createBatchLoader(batchMs, async (usernameKeys: readonly string[]) => {
    const sessions = await findOpenOf(db, usernameKeys)
    const byName = new Map(sessions.map((session) => [usernameKey(session.username), session]))
    return usernameKeys.map((key) => byName.get(key))
  })
  return {
    server: createBatchLoader(batchMs, async (tickets) => {
      const byTicket = new Map((await findServers(db, tickets)).map((place) => [place.ticket, place]))
      return tickets.map((ticket) => byTicket.get(ticket))
    }),
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
      const byPlace = await listServed(db, placeIds)
      return placeIds.map((placeId) => byPlace.get(placeId) ?? [])
    }),
  }
}
