import type { Actor } from '../../accounts/rules.ts'
import type { Db } from '../../database.ts'
import { type PlaceListing, readListings } from './queries.ts'
import type { PlaceRankings } from './ranking.ts'

/** Games read for each one that is shown, because some have become private or were taken down. */
const spare = 3

/** Lists the public games that a user has played, the latest first. Reads an index of the user's own history. */
export async function listRecentPlaces(
  platform: { db: Db; placeRankings: PlaceRankings },
  actor: Actor,
  limit: number,
): Promise<(PlaceListing & { lastPlayed: number })[]> {
  const played = await platform.db
    .selectFrom('place_players')
    .select(['place_id', 'last_played'])
    .where('user_id', '=', actor.id)
    .orderBy('last_played', 'desc')
    .orderBy('place_id', 'desc')
    .limit(limit * spare)
    .execute()
  const times = new Map(played.map(({ place_id, last_played }) => [place_id, last_played]))
  const listings = await readListings(platform.db, await platform.placeRankings.read(), [...times.keys()])
  return listings.slice(0, limit).map((place) => ({ ...place, lastPlayed: times.get(place.id) ?? 0 }))
}

/** Returns whether a user has ever played. */
export const hasPlayed = async (db: Db, userId: string): Promise<boolean> =>
  (await db
    .selectFrom('place_players')
    .select('place_id')
    .where('user_id', '=', userId)
    .limit(1)
    .executeTakeFirst()) !== undefined
