import type { Db } from '../../database.ts'
import { parseInput } from '../../foundation/input.ts'
import { isPartKey, isSearchable, nameKeyOf } from '../../foundation/name-key.ts'
import { searchInput } from '../input.ts'
import { type AssetListing, findByPrefix, findBySubstring, readListings } from './queries.ts'
import { assetsPerPage, rank } from './rules.ts'

/** Maximum number of results over all pages. */
const maxFound = 1_000

/** Number of results that are ranked by match and sales. Later results keep the order of the queries. */
const maxRanked = 200

export interface Found {
  q: string
  page: number
  assets: AssetListing[]
  /** Whether another page follows. */
  more: boolean
}

/**
 * Finds listed assets by name or part of a name.
 *
 * @param input `q`, and the page as `p` or `page`.
 * @throws InvalidFields
 */
export async function searchCatalog({ db }: { db: Db }, input: unknown): Promise<Found> {
  const { q, p: page } = parseInput(searchInput, input)
  const key = nameKeyOf(q)
  const begin = (page - 1) * assetsPerPage
  const end = begin + assetsPerPage
  const found = isSearchable(key) && begin < maxFound ? await find(db, key, Math.max(end + 1, maxRanked)) : []
  const ranked = begin < maxRanked ? rank(await readListings(db, found.slice(0, maxRanked)), key) : []
  const listed =
    begin < maxRanked ? ranked.slice(begin, end) : await readListings(db, found.slice(begin, end))
  return { q, page, assets: listed, more: found.length > end && end < maxFound }
}

async function find(db: Db, key: string, limit: number): Promise<number[]> {
  const prefixed = await findByPrefix(db, key, limit)
  if (prefixed.length === limit || !isPartKey(key)) return prefixed
  return [...prefixed, ...(await findBySubstring(db, key, limit - prefixed.length))]
}
