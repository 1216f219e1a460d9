import type { Db } from '../../database.ts'
import { parseInput } from '../../foundation/input.ts'
import { isPart, isSearchable, nameKeyOf } from '../../foundation/name-key.ts'
import { searchInput } from '../input.ts'
import { assetsPerPage, rank } from '../rules.ts'
import { type AssetListing, findByBeginning, findByPart, readListings } from './list-queries.ts'

/** What a search reaches: whoever has not found it in so many types another word. */
const maxFound = 1_000

/** So many are ranked by how well they fit and how often they were bought; those behind them stand as they were found. */
const maxRanked = 200

export interface Found {
  q: string
  page: number
  assets: AssetListing[]
  /** Whether there is another page. */
  more: boolean
}

/**
 * What the catalog has by that name, or a part of it.
 *
 * @param input `q`, and `p`, the page.
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
  const beginnings = await findByBeginning(db, key, limit)
  if (beginnings.length === limit || !isPart(key)) return beginnings
  return [...beginnings, ...(await findByPart(db, key, limit - beginnings.length))]
}
