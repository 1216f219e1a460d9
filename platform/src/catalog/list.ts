import type { Db } from '../database.ts'
import { parseInput } from '../foundation/input.ts'
import { type CatalogSort, listInput } from './input.ts'
import { type AssetListing, countListed, findListed, readListings } from './list-queries.ts'
import { assetsPerPage, pagesOf } from './rules.ts'

/** One page of what the catalog has. */
export interface Catalog {
  assets: AssetListing[]
  /** How many pages there are, 1 at least. */
  pages: number
  /** Counts up from 1. */
  page: number
  sort: CatalogSort
  /** Absent: all types. */
  type?: number | undefined
}

/** @throws InvalidFields */
export async function listCatalog({ db }: { db: Db }, input: unknown): Promise<Catalog> {
  const { page, sort, type } = parseInput(listInput, input)
  const pages = pagesOf(await countListed(db, type))
  const offset = (page - 1) * assetsPerPage
  const ids = page > pages ? [] : await findListed(db, { sort, type, offset, limit: assetsPerPage })
  return { assets: await readListings(db, ids), pages, page, sort, ...(type !== undefined && { type }) }
}
