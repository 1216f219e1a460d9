import type { Db } from '../../database.ts'
import { parseInput } from '../../foundation/input.ts'
import { type CatalogSort, listInput } from '../input.ts'
import { assetsPerPage, pagesOf } from '../rules.ts'
import { type AssetListing, countListed, findListed, readListings } from './list-queries.ts'
import type { List, PageAnchors } from './page-anchors.ts'

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
export async function listCatalog(
  platform: { db: Db; catalogAnchors: PageAnchors },
  input: unknown,
): Promise<Catalog> {
  const { page, sort, type } = parseInput(listInput, input)
  const list = { sort, ...(type !== undefined && { type }) }
  const pages = pagesOf(await countListed(platform.db, type))
  const ids = page > pages ? [] : await readPage(platform, list, (page - 1) * assetsPerPage)
  return { assets: await readListings(platform.db, ids), pages, page, ...list }
}

async function readPage(
  { db, catalogAnchors }: { db: Db; catalogAnchors: PageAnchors },
  list: List,
  offset: number,
): Promise<number[]> {
  const start = catalogAnchors.before(list, offset)
  const rows = await findListed(db, list, { offset, limit: assetsPerPage, start })
  if (rows[0]) catalogAnchors.keep(list, { row: offset, position: rows[0].position })
  return rows.map(({ id }) => id)
}
