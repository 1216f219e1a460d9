import type { Db } from '../../foundation/database.ts'
import type { PlaceSort } from '../input.ts'
import { published } from '../queries.ts'
import type { PlaceRanking } from './ranking.ts'
import { isBehind, type Position } from './rules.ts'
import { searchPlaces } from './search.ts'

/** Maximum number of matches that are sorted. Worse matches are left out. */
const mostSorted = 1_000

interface Search {
  sort: PlaceSort
  genre: string
  limit: number
  after: Position | undefined
}

/** Finds public places as `searchPlaces` does, and lists the best matches in another order. */
export async function searchSorted(
  db: Db,
  ranking: PlaceRanking,
  q: string,
  { sort, genre, limit, after }: Search,
): Promise<Position[]> {
  const found = await searchPlaces(db, ranking, q, { limit: mostSorted, genre })
  const positions = await readPositions(
    db,
    ranking,
    sort,
    found.map(({ id }) => id),
  )
  return positions
    .filter((position) => !after || isBehind(position, after))
    .toSorted((one, other) => (isBehind(one, other) ? 1 : -1))
    .slice(0, limit)
}

async function readPositions(
  db: Db,
  ranking: PlaceRanking,
  sort: PlaceSort,
  ids: readonly number[],
): Promise<Position[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('places')
    .select(['id', published, 'rating', 'rising', 'popularity', 'ranked_ms'])
    .where('id', 'in', ids)
    .execute()
  const rankOf: Record<PlaceSort, (row: (typeof rows)[number]) => number> = {
    playing: ({ id }) => ranking.ranks.get(id) ?? 0,
    rising: ({ rising }) => rising,
    rated: ({ rating }) => rating,
    popular: ({ popularity }) => popularity,
    played: ({ ranked_ms }) => ranked_ms,
    new: () => 0,
  }
  return rows.map((row) => ({ id: row.id, published: row.published, rank: rankOf[sort](row) }))
}
