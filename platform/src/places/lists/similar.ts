import type { Db } from '../../foundation/database.ts'
import { isUp } from '../visible.ts'
import { keptPairs, likenessOf } from './likeness.ts'
import { type PlaceListing, readListings } from './listings.ts'
import { findByGenre, findPopular } from './queries.ts'
import type { PlaceRankings } from './ranking.ts'

/**
 * Lists public places that are like a place. The places that its players also play come first, then the most popular ones of
 * its genre, then the most popular of all.
 */
export async function similarPlaces(
  platform: { db: Db; placeRankings: PlaceRankings },
  place: { id: number; genre: string },
  limit = 6,
): Promise<PlaceListing[]> {
  const { db } = platform
  const ids = new Set((await findAlike(db, [place.id])).map(({ id }) => id).slice(0, limit))
  const fill = (found: readonly { id: number }[]) => {
    for (const { id } of found) if (id !== place.id && ids.size < limit) ids.add(id)
  }
  // Enough that `limit` remain without the places that are listed already and the place itself.
  const slice = { limit: 2 * limit + 1 }
  if (ids.size < limit && place.genre !== '') fill(await findByGenre(db, place.genre, slice))
  if (ids.size < limit) fill(await findPopular(db, slice))
  return readListings(db, await platform.placeRankings.read(), [...ids])
}

/** Lists public places that players of these places also play, the most alike first. */
export async function findAlike(
  db: Db,
  placeIds: readonly number[],
): Promise<{ of: number; id: number; likeness: number }[]> {
  const pairs = await db
    .selectFrom('place_pairs')
    .innerJoin('places', 'places.id', 'place_pairs.other_id')
    .innerJoin('places as first', 'first.id', 'place_pairs.place_id')
    .select([
      'place_pairs.place_id as of',
      'places.id',
      'place_pairs.players as both',
      'first.visitor_count as visitors',
      'places.visitor_count as otherVisitors',
    ])
    .where('place_pairs.place_id', 'in', placeIds)
    .where('places.listed', '=', 1)
    .where(isUp)
    .limit(2 * keptPairs * placeIds.length)
    .execute()
  return pairs
    .map(({ of, id, ...pair }) => ({ of, id, likeness: likenessOf(pair) }))
    .toSorted((one, other) => other.likeness - one.likeness || one.id - other.id)
}
