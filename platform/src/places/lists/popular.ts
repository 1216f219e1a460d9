import type { Db } from '../../foundation/database.ts'
import { findNewest, findPopular } from './queries.ts'
import type { PlaceRanking } from './ranking.ts'

/**
 * Lists public places by players, then by popularity. Places that rankings have never counted a player in
 * follow, newest first.
 */
export async function findPopularNow(
  db: Db,
  ranking: PlaceRanking,
  limit: number,
): Promise<{ id: number }[]> {
  const ids = new Set(ranking.places.slice(0, limit).map(({ id }) => id))
  const fill = (found: readonly { id: number }[]) => {
    for (const { id } of found) if (ids.size < limit) ids.add(id)
  }
  if (ids.size < limit) {
    const popular = await findPopular(db, { limit: limit + ids.size })
    fill(popular.filter(({ rank }) => rank > 0))
  }
  if (ids.size < limit) {
    // The newest ones, of which up to `limit` are listed already.
    fill(await findNewest(db, { limit: limit + ids.size }))
  }
  return [...ids].map((id) => ({ id }))
}
