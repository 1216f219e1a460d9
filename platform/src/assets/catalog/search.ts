import { openUseCase } from '../../accounts/door.ts'
import type { Actor } from '../../accounts/rules.ts'
import type { Db } from '../../foundation/database.ts'
import { isPartKey, isSearchable, nameKeyOf } from '../../foundation/name-key.ts'
import { type CatalogSearch, type CatalogSort, searchInput } from '../input.ts'
import { type Filters, filterIds, isFiltered } from './filters.ts'
import { type AssetListing, findByPrefix, findBySubstring, readListings } from './queries.ts'
import { requestedFilters } from './requested-filters.ts'
import { assetsPerPage, maxFound, rank } from './rules.ts'

/** Number of results that are ranked by match and sales. Later results keep the order of the queries. */
const maxRanked = 200

export interface Found {
  q: string
  page: number
  assets: AssetListing[]
  /** Whether another page follows. */
  more: boolean
}

/** @throws InvalidFields */
export const searchCatalog = openUseCase(
  { summary: 'Finds items of the catalog by name or part of a name.', scope: 'read', input: searchInput },
  ({ db }: { db: Db }, viewer, search): Promise<Found> => findInCatalog(db, viewer, search),
)

/** Finds listed assets by name or part of a name. */
export async function findInCatalog(
  db: Db,
  viewer: Actor | null,
  { q, p: page, sort, ...asked }: CatalogSearch,
): Promise<Found> {
  const key = nameKeyOf(q)
  const filters = await requestedFilters(db, viewer, asked)
  if (sort !== undefined || filters.type !== undefined || isFiltered(filters)) {
    return { q, page, ...(await searchFiltered(db, key, filters, sort, page)) }
  }
  const begin = (page - 1) * assetsPerPage
  const end = begin + assetsPerPage
  const found = isSearchable(key) && begin < maxFound ? await find(db, key, Math.max(end + 1, maxRanked)) : []
  const ranked = begin < maxRanked ? rank(await readListings(db, found.slice(0, maxRanked)), key) : []
  const listed =
    begin < maxRanked ? ranked.slice(begin, end) : await readListings(db, found.slice(begin, end))
  return { q, page, assets: listed, more: found.length > end && end < maxFound }
}

/** Searches with filters or in another order than the best match. It sorts all results that a search has. */
async function searchFiltered(
  db: Db,
  key: string,
  filters: Filters,
  sort: CatalogSort | undefined,
  page: number,
): Promise<Pick<Found, 'assets' | 'more'>> {
  const begin = (page - 1) * assetsPerPage
  const found = isSearchable(key) ? await find(db, key, maxFound) : []
  const ids = await filterIds(db, found, filters, sort)
  if (sort !== undefined) {
    const assets = await readListings(db, ids.slice(begin, begin + assetsPerPage))
    return { assets, more: ids.length > begin + assetsPerPage }
  }
  const ranked = rank(await readListings(db, ids), key)
  return { assets: ranked.slice(begin, begin + assetsPerPage), more: ranked.length > begin + assetsPerPage }
}

async function find(db: Db, key: string, limit: number): Promise<number[]> {
  const prefixed = await findByPrefix(db, key, limit)
  if (prefixed.length === limit || !isPartKey(key)) return prefixed
  return [...prefixed, ...(await findBySubstring(db, key, limit - prefixed.length))]
}
