import type { Db } from '../../database.ts'
import { parseInput } from '../../foundation/input.ts'
import { type CatalogSort, listInput } from '../input.ts'
import type { List, PageAnchors } from './page-anchors.ts'
import { type AssetListing, countListed, findListed, readListings } from './queries.ts'
import { assetsPerPage, pagesOf } from './rules.ts'

/** A page of the catalog. */
export interface Catalog {
  assets: AssetListing[]
  /** Number of pages, at least 1. */
  pages: number
  /** Number of this page, from 1 on. */
  page: number
  sort: CatalogSort
  /** Absent for all types. */
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
  const anchor = catalogAnchors.nearest(list, offset)
  const rows = await findListed(db, list, { offset, limit: assetsPerPage, anchor })
  if (rows[0]) catalogAnchors.add(list, { row: offset, position: rows[0].position })
  return rows.map(({ id }) => id)
}
