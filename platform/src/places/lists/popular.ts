import type { Db } from '../../database.ts'
import { isUp } from '../queries.ts'
import { findPopular } from './queries.ts'
import type { PlaceRanking } from './ranking.ts'

/** Number of newest places that are read to find the ones with a file. */
const newest = 100

/**
 * Lists public places by players, then by popularity. Places that were never played follow: those with a file, then those without,
 * which most players cannot play yet. Both are listed newest first.
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
    const found = await findNewestWithSize(db)
    fill(found.filter(({ data_size }) => data_size !== null))
    fill(found)
  }
  return [...ids].map((id) => ({ id }))
}

const findNewestWithSize = (db: Db): Promise<{ id: number; data_size: number | null }[]> =>
  db
    .selectFrom('places')
    .select(['id', 'data_size'])
    .where('private_server', '=', 0)
    .where(isUp)
    .orderBy('created', 'desc')
    .orderBy('id', 'desc')
    .limit(newest)
    .execute()
