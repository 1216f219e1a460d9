import type { Actor } from '../../accounts/rules.ts'
import type { Db } from '../../database.ts'
import { parseInput } from '../../foundation/input.ts'
import { type CatalogSort, listInput } from '../input.ts'
import { type Filters, findFiltered, isFiltered } from './filters.ts'
import type { List, PageAnchors } from './page-anchors.ts'
import { type AssetListing, countListed, findListed, readListings } from './queries.ts'
import { requestedFilters } from './requested-filters.ts'
import { assetsPerPage, maxFound, pagesOf } from './rules.ts'

/** A page of the catalog. */
export interface Catalog {
  assets: AssetListing[]
  /** Number of pages, at least 1. */
  pages: number
  /** Number of this page, from 1 on. */
  page: number
  sort: CatalogSort
  /** Present when `pages` is not the number of all pages. */
  filtered?: true
  /** Absent for all types. */
  type?: number | undefined
}

/**
 * Lists a page of the catalog. A list with filters other than the type has no number of pages: `pages` is then the next page,
 * if there is one.
 *
 * @throws InvalidFields
 */
export async function listCatalog(
  platform: { db: Db; catalogAnchors: PageAnchors },
  input: unknown,
  viewer: Actor | null = null,
): Promise<Catalog> {
  const { page, sort, type, ...asked } = parseInput(listInput, input)
  const list = { sort, ...(type !== undefined && { type }) }
  const filters = await requestedFilters(platform.db, viewer, { type, ...asked })
  if (isFiltered(filters)) {
    const { ids, more } = await readFiltered(platform.db, filters, sort, page)
    const assets = await readListings(platform.db, ids)
    return { assets, pages: more ? page + 1 : page, page, filtered: true, ...list }
  }
  const pages = pagesOf(await countListed(platform.db, type))
  const ids = page > pages ? [] : await readPage(platform, list, (page - 1) * assetsPerPage)
  return { assets: await readListings(platform.db, ids), pages, page, ...list }
}

async function readFiltered(
  db: Db,
  filters: Filters,
  sort: CatalogSort,
  page: number,
): Promise<{ ids: number[]; more: boolean }> {
  const offset = (page - 1) * assetsPerPage
  if (offset >= maxFound) return { ids: [], more: false }
  const found = await findFiltered(db, filters, { sort, offset, limit: assetsPerPage + 1 })
  const more = found.length > assetsPerPage && offset + assetsPerPage < maxFound
  return { ids: found.slice(0, assetsPerPage), more }
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
