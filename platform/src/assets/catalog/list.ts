import { openUseCase } from '../../accounts/door.ts'
import { noSuchPage } from '../../foundation/cursor.ts'
import type { Db } from '../../foundation/database.ts'
import { type CatalogSort, listInput } from '../input.ts'
import { findFiltered, isFiltered } from './filters.ts'
import type { List, PageAnchors } from './page-anchors.ts'
import { type AssetListing, countListed, findListed, orders, readListings } from './queries.ts'
import { requestedFilters } from './requested-filters.ts'
import { assetsPerPage, maxFound, pagesOf } from './rules.ts'

/** A page of the catalog. */
export interface Catalog {
  assets: AssetListing[]
  /** Types that have listed assets. */
  types: number[]
  /** Number of pages, at least 1. */
  pages: number
  /** Number of this page, from 1 on. */
  page: number
  sort: CatalogSort
  /** Present when `pages` is not the number of all pages. */
  filtered?: true
  /** Cursor of the next page of a filtered list; null on its last. */
  next?: string | null
  /** Absent for all types. */
  type?: number | undefined
}

/**
 * With filters other than the type, the number of all pages is unknown. `pages` is then the number of the next page, or of this
 * page if it is the last. Pages beyond the first results are reached by cursor.
 *
 * @throws InvalidFields; Refused `invalid` for an invalid cursor.
 */
export const listCatalog = openUseCase(
  { summary: 'Lists a page of the catalog.', scope: 'read', input: listInput },
  async (
    platform: { db: Db; catalogAnchors: PageAnchors },
    viewer,
    { page, sort, type, after, ...asked },
  ): Promise<Catalog> => {
    const list = { sort, ...(type !== undefined && { type }) }
    const counts = await countListed(platform.db)
    const types = counts.map((count) => count.type)
    const filters = await requestedFilters(platform.db, viewer, { type, ...asked })
    if (isFiltered(filters)) {
      const start = after === undefined ? { offset: (page - 1) * assetsPerPage } : positionIn(after, sort)
      const isReached = 'after' in start || start.offset < maxFound
      const { ids, next } = isReached
        ? await findFiltered(platform.db, filters, { sort, start, limit: assetsPerPage })
        : { ids: [], next: null }
      const assets = await readListings(platform.db, ids)
      return {
        assets,
        types,
        pages: next ? page + 1 : page,
        page,
        filtered: true,
        next: next?.join('-') ?? null,
        ...list,
      }
    }
    const listed = counts.filter((count) => type === undefined || count.type === type)
    const pages = pagesOf(listed.reduce((sum, { assets }) => sum + Number(assets), 0))
    const ids = page > pages ? [] : await readPage(platform, list, (page - 1) * assetsPerPage)
    return { assets: await readListings(platform.db, ids), types, pages, page, ...list }
  },
)

/** Parses a cursor of a filtered list. @throws Refused `invalid` */
function positionIn(cursor: string, sort: CatalogSort): { after: number[] } {
  const [, ...values] = /^(-?\d{1,15})-(-?\d{1,15})(?:-(\d{1,15}))?$/.exec(cursor) ?? []
  const after = values.filter((value) => value !== undefined).map(Number)
  if (after.length !== orders[sort].length) throw noSuchPage()
  return { after }
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
