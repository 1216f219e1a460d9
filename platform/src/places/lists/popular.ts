import type { Db } from '../../database.ts'
import { findNewest, findPopular } from './queries.ts'
import type { PlaceRanking } from './ranking.ts'

/** Newest places among which those with a file are sought. */
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
    const found = await findNewest(db, { limit: newest })
    const withFile = await findWithFile(db, found)
    fill(found.filter(({ id }) => withFile.has(id)))
    fill(found)
  }
  return [...ids].map((id) => ({ id }))
}

async function findWithFile(db: Db, places: readonly { id: number }[]): Promise<Set<number>> {
  if (places.length === 0) return new Set()
  const ids = places.map(({ id }) => id)
  const rows = await db
    .selectFrom('places')
    .select('id')
    .where('id', 'in', ids)
    .where('data_size', 'is not', null)
    .execute()
  return new Set(rows.map(({ id }) => id))
}
