import { type OperationNodeSource, sql } from 'kysely'
import type { Db } from '../../database.ts'
import type { CatalogSort } from '../input.ts'
import { maxPrice } from '../rules.ts'
import { isListed, orders } from './queries.ts'

/** Filters of the catalog. Prices are micro-units. */
export interface Filters {
  type?: number | undefined
  /** A filter by price lists items on sale only. */
  minPrice?: number | undefined
  maxPrice?: number | undefined
  creatorId?: string | undefined
  /** Lists items that this user owns. */
  ownerId?: string | undefined
}

/** Whether anything but the type is filtered. The catalog has counts and page numbers for lists of a type. */
export const isFiltered = ({ type: _, ...filters }: Filters): boolean =>
  Object.values(filters).some((value) => value !== undefined)

/** Maximum number of matches that are collected and sorted. */
const maxSorted = 5_000

/** Maximum number of index entries that a list reads in its order. Matches beyond them are not found. */
const maxScanned = 50_000

interface Wanted {
  sort: CatalogSort
  offset: number
  limit: number
}

/**
 * Finds listed items that match filters. It reads a bounded number of rows, whatever the size of the catalog: the items of
 * the creator or the owner, the items in the range of prices if they are few, and otherwise the first entries of the order.
 */
export async function findFiltered(db: Db, filters: Filters, wanted: Wanted): Promise<number[]> {
  if (filters.ownerId !== undefined) return sorted(db, filters, wanted, ownedIds(db, filters.ownerId))
  if (filters.creatorId !== undefined) return sorted(db, filters, wanted, createdIds(db, filters.creatorId))
  if (wanted.sort === 'price') return inOrder(db, filters, wanted)
  return (await isSmallRange(db, filters))
    ? sorted(db, filters, wanted, pricedIds(db, filters, maxSorted))
    : scanned(db, filters, wanted)
}

/** Keeps those of the items that match, in an order, or in the order of their ids. */
export async function filterIds(
  db: Db,
  ids: readonly number[],
  filters: Filters,
  sort: CatalogSort | undefined,
): Promise<number[]> {
  if (ids.length === 0) return []
  const rows = await matching(db, filters)
    .where('assets.id', 'in', ids)
    .$if(filters.ownerId !== undefined, (query) =>
      query.where('assets.id', 'in', ownedIds(db, filters.ownerId ?? '')),
    )
    .$if(sort !== undefined, (query) => query.orderBy(sql.raw(descending(sort ?? 'new'))))
    .execute()
  return rows.map(({ id }) => id)
}

/** Range of the sort key of prices. */
const rangeOf = ({ minPrice, maxPrice: most }: Filters) => ({
  from: -(most ?? maxPrice),
  to: -(minPrice ?? 0),
})

const isPriced = ({ minPrice, maxPrice: most }: Filters) => minPrice !== undefined || most !== undefined

function matching(db: Db, filters: Filters) {
  const { from, to } = rangeOf(filters)
  return db
    .selectFrom('assets')
    .select('assets.id')
    .where(isListed)
    .$if(filters.type !== undefined, (query) => query.where('type', '=', filters.type ?? 0))
    .$if(filters.creatorId !== undefined, (query) => query.where('creator_id', '=', filters.creatorId ?? ''))
    .$if(isPriced(filters), (query) => query.where('cheapness', '>=', from).where('cheapness', '<=', to))
}

const descending = (sort: CatalogSort) => orders[sort].map((column) => `${column} desc`).join(', ')

const ownedIds = (db: Db, userId: string) =>
  db
    .selectFrom('owned_assets')
    .select('asset_id as id')
    .where('user_id', '=', userId)
    .orderBy('created', 'desc')
    .limit(maxSorted)

const createdIds = (db: Db, userId: string) =>
  db
    .selectFrom('assets')
    .select('id')
    .where(isListed)
    .where('creator_id', '=', userId)
    .orderBy('created', 'desc')
    .orderBy('id', 'desc')
    .limit(maxSorted)

/** Items in the range of prices, along the index of the order by price. */
const pricedIds = (db: Db, filters: Filters, limit: number) =>
  matching(db, filters).orderBy('cheapness', 'desc').limit(limit)

async function isSmallRange(db: Db, filters: Filters): Promise<boolean> {
  const { count } = await db
    .selectFrom(pricedIds(db, filters, maxSorted + 1).as('priced'))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count) <= maxSorted
}

async function sorted(
  db: Db,
  filters: Filters,
  { sort, offset, limit }: Wanted,
  candidates: OperationNodeSource,
): Promise<number[]> {
  const rows = await matching(db, filters)
    .where('assets.id', 'in', sql<number>`(${candidates})`)
    .orderBy(sql.raw(descending(sort)))
    .offset(offset)
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

async function inOrder(db: Db, filters: Filters, { sort, offset, limit }: Wanted): Promise<number[]> {
  const rows = await matching(db, filters)
    .orderBy(sql.raw(descending(sort)))
    .offset(offset)
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** Both databases pass the rows of the inner query on in its order, and stop when the page is full. */
async function scanned(db: Db, filters: Filters, { sort, offset, limit }: Wanted): Promise<number[]> {
  const { from, to } = rangeOf(filters)
  const { rows } = await sql<{ id: number }>`
    select id from (
      select id, cheapness from assets
      where ${isListed} ${filters.type === undefined ? sql`` : sql`and type = ${filters.type}`}
      order by ${sql.raw(descending(sort))} limit ${sql.lit(maxScanned)}
    ) as first where cheapness >= ${from} and cheapness <= ${to} limit ${limit} offset ${offset}`.execute(db)
  return rows.map(({ id }) => id)
}
