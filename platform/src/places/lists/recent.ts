import type { Actor } from '../../accounts/rules.ts'
import type { Db } from '../../foundation/database.ts'
import { countPlayersOf, findPrivateLinks } from '../sessions/queries.ts'
import { type PlaceListing, readListings } from './listings.ts'
import type { PlaceRankings } from './ranking.ts'

/** Number of games read for each one shown, because some have become private or were taken down. */
const spare = 3

/**
 * Lists the games that a user has played and may still join, the latest first. Reads an index of the user's own history. A
 * private game of another maker is listed with the private ticket that the user has joined with, while that ticket is valid.
 */
export async function listRecentPlaces(
  platform: { db: Db; placeRankings: PlaceRankings },
  actor: Actor,
  limit: number,
): Promise<(PlaceListing & { lastPlayed: number; privateServer?: true; privateTicket?: string })[]> {
  const played = await playedBy(platform.db, actor.id)
    .orderBy('last_played', 'desc')
    .orderBy('place_id', 'desc')
    .limit(limit * spare)
    .execute()
  const times = new Map(played.map(({ place_id, last_played }) => [place_id, last_played]))
  const ranking = await platform.placeRankings.read()
  const ids = [...times.keys()]
  const opened = await findPrivateLinks(platform.db, actor.id, ids)
  const readable = await readListings(platform.db, ranking, ids, { ownerId: actor.id, opened })
  const listings = readable.slice(0, limit)
  // The ranking has no private games.
  const hidden = listings.filter(({ privateServer }) => privateServer).map(({ id }) => id)
  const players =
    hidden.length > 0 ? await countPlayersOf(platform.db, ranking.at, hidden) : new Map<number, number>()
  return listings.map((place) => ({
    ...place,
    ...(opened.has(place.id) && { privateTicket: opened.get(place.id) ?? '' }),
    playerCount: players.get(place.id) ?? place.playerCount,
    lastPlayed: times.get(place.id) ?? 0,
  }))
}

/** Selects the games that a user has ever played. */
export const playedBy = (db: Db, userId: string) =>
  db.selectFrom('place_players').select(['place_id', 'last_played']).where('user_id', '=', userId)
