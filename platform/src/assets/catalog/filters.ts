import { type AliasableExpression, type RawBuilder, sql } from 'kysely'
import type { Db } from '../../foundation/database.ts'
import type { CatalogSort } from '../input.ts'
import { maxPrice } from '../rules.ts'
import { isListed } from '../visible.ts'
import { orders } from './queries.ts'

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

/** Bounds of the rows that a page reads. */
interface Bounds {
  /** Candidates that are sorted. If there are more, the page reads the order of the catalog instead. */
  sorted: number
  /** Index entries that one page reads. The next page continues after them. */
  scanned: number
}

const usualBounds: Bounds = { sorted: 5_000, scanned: 50_000 }

/** Where a page begins: after the position of an item in the order, or at an offset from the beginning. */
export type Start = { after: readonly number[] } | { offset: number }

interface Wanted {
  sort: CatalogSort
  start: Start
  limit: number
}

/** Items of a page, and the position after which the next page begins; null: nothing follows. */
export interface Matches {
  ids: number[]
  next: number[] | null
}

/**
 * Finds listed items that match filters. A page reads a bounded number of rows, whatever the size of the catalog. If the creator,
 * the owner or the range of prices has few items, it reads these. Otherwise it reads entries of the order, and may have fewer items
 * than `limit` although more follow.
 */
export async function findFiltered(
  db: Db,
  filters: Filters,
  wanted: Wanted,
  bounds = usualBounds,
): Promise<Matches> {
  const candidates = candidatesFor(db, filters, wanted.sort, bounds.sorted + 1)
  if (candidates === 'all') return paged(matching(db, filters), wanted)
  if (await isFew(db, candidates, bounds.sorted)) {
    const few = matching(db, filters).where('assets.id', 'in', sql<number>`(${candidates})`)
    return paged(few, wanted)
  }
  return scanned(db, filters, wanted, bounds.scanned)
}

/** Returns the smallest set that has all matches and an index, or `all` if the index of the order finds them. */
function candidatesFor(db: Db, filters: Filters, sort: CatalogSort, limit: number) {
  if (filters.ownerId !== undefined) return ownedIds(db, filters.ownerId, limit)
  if (filters.creatorId !== undefined) return createdIds(db, filters.creatorId, limit)
  return sort === 'price' ? 'all' : pricedIds(db, filters, limit)
}

/** Returns the items that match, sorted if an order is given. */
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
      query.where(({ exists }) => exists(isOwned(db, filters.ownerId ?? ''))),
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

/** The row that makes a user the owner of the item of the outer query. */
const isOwned = (db: Db, userId: string) =>
  db
    .selectFrom('owned_assets')
    .select('asset_id')
    .where('asset_id', '=', sql<number>`assets.id`)
    .where('user_id', '=', userId)

const ownedIds = (db: Db, userId: string, limit: number) =>
  db.selectFrom('owned_assets').select('asset_id as id').where('user_id', '=', userId).limit(limit)

const createdIds = (db: Db, userId: string, limit: number) =>
  db.selectFrom('assets').select('id').where(isListed).where('creator_id', '=', userId).limit(limit)

/** Items in the range of prices, along the index of the order by price. */
const pricedIds = (db: Db, filters: Filters, limit: number) =>
  matching(db, filters).orderBy('cheapness', 'desc').limit(limit)

async function isFew(db: Db, candidates: AliasableExpression<unknown>, max: number): Promise<boolean> {
  const { count } = await db
    .selectFrom(candidates.as('candidates'))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count) <= max
}

/** SQL condition: the item comes after a position in the order. */
const isAfter = (sort: CatalogSort, position: readonly number[]) =>
  sql<boolean>`(${sql.raw(orders[sort].join(', '))}) < (${sql.join(position)})`

/** Reads a page of a query in an order. */
async function paged(query: ReturnType<typeof matching>, { sort, start, limit }: Wanted): Promise<Matches> {
  const rows = await query
    .select(orders[sort])
    .$if('after' in start, (from) => from.where(isAfter(sort, 'after' in start ? start.after : [])))
    .orderBy(sql.raw(descending(sort)))
    .offset('offset' in start ? start.offset : 0)
    .limit(limit + 1)
    .execute()
  return matchesOf(rows, sort, limit)
}

type Positioned = { id: number } & Partial<Record<'created' | 'cheapness' | 'sold', number>>

function matchesOf(rows: readonly Positioned[], sort: CatalogSort, limit: number): Matches {
  const page = rows.slice(0, limit)
  const last = rows.length > limit ? page.at(-1) : undefined
  return { ids: page.map(({ id }) => id), next: last ? positionOf(last, sort) : null }
}

const positionOf = (row: Positioned, sort: CatalogSort): number[] =>
  orders[sort].map((column) => Number(row[column]))

/**
 * Reads the next entries of the order and keeps the matches. Both databases pass the rows of the inner query on in its
 * order, and stop when the page is full. `exists` would become a join on PostgreSQL, and lose the order. A page that is not full
 * ends after the last entry that was read.
 */
async function scanned(
  db: Db,
  filters: Filters,
  { sort, start, limit }: Wanted,
  maxScanned: number,
): Promise<Matches> {
  const columns = sql.raw(orders[sort].join(', '))
  const entries = (select: RawBuilder<unknown>) => sql`
    select ${select} from assets
    where ${isListed} ${filters.type === undefined ? sql`` : sql`and type = ${filters.type}`}
      ${'after' in start ? sql`and ${isAfter(sort, start.after)}` : sql``}
    order by ${sql.raw(descending(sort))}`
  const { from, to } = rangeOf(filters)
  const { ownerId, creatorId } = filters
  const { rows } = await sql<Positioned>`
    select ${columns} from (
      ${entries(sql`id, created, sold, cheapness, creator_id`)} limit ${sql.lit(maxScanned)}
    ) as assets
    where ${isPriced(filters) ? sql`cheapness >= ${from} and cheapness <= ${to}` : sql`true`}
      ${creatorId === undefined ? sql`` : sql`and creator_id = ${creatorId}`}
      ${ownerId === undefined ? sql`` : sql`and (${isOwned(db, ownerId)}) is not null`}
    limit ${sql.lit(limit + 1)} offset ${'offset' in start ? start.offset : 0}`.execute(db)
  const matches = matchesOf(rows, sort, limit)
  if (matches.next) return matches
  const end = await sql<Positioned>`${entries(columns)} limit 1 offset ${sql.lit(maxScanned - 1)}`.execute(db)
  const [last] = end.rows
  return { ...matches, next: last ? positionOf(last, sort) : null }
}
