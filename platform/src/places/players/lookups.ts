import type { Clock } from '@baseplate/service/clock'
import { createBatchLoader } from '@baseplate/storage/batch-loader'
import type { Db } from '../../foundation/database.ts'
import { findServers, type ServerPlace } from '../servers/queries.ts'
import {
  type Claim,
  claimSessions,
  findFriendsHere,
  findOpenByKeys,
  findRemovedByKey,
  type KeySession,
  listServed,
} from './queries.ts'
import type { ServedSession } from './rules.ts'

/** Lookups wait this long for others. When many players connect, they share statements and a synced commit. */
const batchMs = 4

/** The key of a player. */
interface KeyOfPlace {
  placeId: number
  hash: string
}

/** Statements about players and their game servers. Concurrent calls share them. */
export interface PlayerLookups {
  server(ticket: string): Promise<ServerPlace | undefined>
  /** Finds the session of a key, which is open, or whose player was removed. */
  session(key: KeyOfPlace): Promise<KeySession | undefined>
  /** Marks a player as verified. Returns false if another call has done so, or the session has ended. */
  claim(claim: Claim): Promise<boolean>
  /** Returns the numbers of the friends of a verified player in the same game server. */
  friendsHere(ticket: string): Promise<number[]>
  /** Returns the sessions of a place that concern its game servers. */
  served(placeId: number): Promise<ServedSession[]>
}

export function createPlayerLookups({ db, now }: { db: Db; now: Clock }): PlayerLookups {
  const open = createBatchLoader(batchMs, async (keys: readonly KeyOfPlace[]) => {
    const places = new Set(keys.map(({ placeId }) => placeId))
    const hashes = keys.map(({ hash }) => hash)
    const byHash = new Map(
      (await findOpenByKeys(db, [...places], hashes)).map((session) => [session.key_hash, session]),
    )
    return keys.map(({ hash }) => byHash.get(hash))
  })
  return {
    server: createBatchLoader(batchMs, async (tickets) => {
      const byTicket = new Map((await findServers(db, tickets)).map((place) => [place.ticket, place]))
      return tickets.map((ticket) => byTicket.get(ticket))
    }),
    session: async (key) => (await open(key)) ?? findRemovedByKey(db, key.placeId, key.hash),
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
