import { sql } from 'kysely'
import type { Database, Db } from '../../database.ts'
import type { NumberedCursor } from '../../foundation/cursor.ts'
import { isPostgres } from '../../foundation/database/dialect.ts'
import { keysetPage } from '../../foundation/database/keyset.ts'
import { findByNamePart } from '../../foundation/database/name-parts.ts'
import { behindAll } from '../../foundation/name-key.ts'
import type { CatalogSort } from '../input.ts'
import type { List, Start } from './page-anchors.ts'

/** What a list shows of an asset; the contract's names. */
export interface AssetListing {
  id: number
  name: string
  /** Micro-units. */
  price: number
  type: number
  forSale: boolean
  sold: number
  creatorUsername: string | null
  /** Names the small thumbnail; null: there is none yet. */
  thumbnail: string | null
}

/**
 * What the catalog lists: what is approved, and no mere part of something. Written out as the indexes have it, which is how
 * the databases know that they will do.
 */
const isListed = sql<boolean>`visibility = 'Visible' and type not in (1, 4, 5)`

/** What each falls by. Each has an index in its order, for all types and for one. */
const orders = {
  new: ['created', 'id'],
  price: ['cheapness', 'created', 'id'],
  sold: ['sold', 'created', 'id'],
} as const satisfies Record<CatalogSort, readonly (keyof Database['assets'])[]>

/** Rows of a list, from behind so many others on, each with what it stands there by. */
export async function findListed(
  db: Db,
  { sort, type }: List,
  { offset, limit, start }: { offset: number; limit: number; start?: Start | undefined },
): Promise<{ id: number; position: number[] }[]> {
  const order: readonly (typeof orders)[CatalogSort][number][] = orders[sort]
  const rows = await db
    .selectFrom('assets')
    .select(order)
    .where(isListed)
    .$if(type !== undefined, (query) => query.where('type', '=', type ?? 0))
    .$if(start !== undefined, (query) =>
      query.where(sql<boolean>`(${sql.join(order.map(sql.ref))}) <= (${sql.join(start?.position ?? [])})`),
    )
    .$call((query) => order.reduce((sorted, column) => sorted.orderBy(column, 'desc'), query))
    .offset(offset - (start?.row ?? 0))
    .limit(limit)
    .execute()
  return rows.map((row) => ({ id: row.id, position: order.map((column) => row[column]) }))
}

/** How many are listed, of all types or of one. */
export async function countListed(db: Db, type?: number): Promise<number> {
  const { assets } = await db
    .selectFrom('catalog_counts')
    .select((eb) => eb.fn.sum<number | null>('assets').as('assets'))
    .$if(type !== undefined, (query) => query.where('type', '=', type ?? 0))
    .executeTakeFirstOrThrow()
  return Number(assets ?? 0)
}

/** The types of which something is listed. */
export async function listedTypes(db: Db): Promise<number[]> {
  const rows = await db
    .selectFrom('catalog_counts')
    .select('type')
    .where('assets', '>', 0)
    .orderBy('type')
    .execute()
  return rows.map(({ type }) => type)
}

/** Of what is listed, the names that begin with it, in their order: the one that is called so comes first. */
export async function findByBeginning(db: Db, key: string, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom('assets')
    .select('id')
    .where(isListed)
    .where('name_key', '>=', key)
    .where('name_key', '<', behindAll(key))
    .orderBy('name_key')
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/**
 * Of what is listed, the names that have it behind their first character, and do not begin with it, in the order of their
 * ids, which both databases hand out without collecting all that match.
 */
export const findByPart = (db: Db, key: string, limit: number): Promise<number[]> =>
  isPostgres(db) ? onPostgres(db, key, limit) : onSqlite(db, key, limit)

async function onSqlite(db: Db, key: string, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select assets.id from asset_name_parts cross join assets on assets.id = asset_name_parts.rowid
    where asset_name_parts match ${`"${key.replaceAll('"', '""')}"`}
      and not (assets.name_key >= ${key} and assets.name_key < ${behindAll(key)})
    order by asset_name_parts.rowid
    limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

/** As many as a search reaches. */
const orderAtMost = 1_000

const onPostgres = (db: Db, key: string, limit: number): Promise<number[]> =>
  findByNamePart(db, { table: 'assets', key: 'name_key', among: isListed, orderAtMost }, key, {
    limit,
    after: 0 as number,
  })

/** What lists show of these assets, in their order. What is listed no longer since they were found is left out. */
export async function readListings(db: Db, ids: readonly number[]): Promise<AssetListing[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('assets')
    .leftJoin('users', 'users.id', 'assets.creator_id')
    .select([
      'assets.id',
      'assets.name',
      'assets.price',
      'assets.type',
      'assets.for_sale',
      'assets.sold',
      'users.username as creatorUsername',
      'assets.thumbnail',
    ])
    .where('assets.id', 'in', ids)
    .where('assets.visibility', '=', 'Visible')
    .execute()
  const assets = new Map(
    rows.map(({ for_sale, ...asset }) => [asset.id, { ...asset, forSale: for_sale === 1 }]),
  )
  return ids.flatMap((id) => assets.get(id) ?? [])
}

/** Of these, what somebody owns. */
export async function findOwned(db: Db, userId: string, ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set()
  const rows = await db
    .selectFrom('owned_assets')
    .select('asset_id')
    .where('user_id', '=', userId)
    .where('asset_id', 'in', ids)
    .execute()
  return new Set(rows.map(({ asset_id }) => asset_id))
}

const ownedBy = (db: Db, userId: string) =>
  db
    .selectFrom('owned_assets')
    .innerJoin('assets', 'assets.id', 'owned_assets.asset_id')
    .where('owned_assets.user_id', '=', userId)
    .where('assets.visibility', '=', 'Visible')

/** What somebody owns and may be seen, what came last first, from behind the one of that time and id. */
export const findInventory = (
  db: Db,
  userId: string,
  { type, limit, after }: { type?: number | undefined; limit: number; after?: NumberedCursor | undefined },
): Promise<{ id: number; created: number }[]> =>
  ownedBy(db, userId)
    .select(['owned_assets.asset_id as id', 'owned_assets.created'])
    .$if(type !== undefined, (query) => query.where('assets.type', '=', type ?? 0))
    .$call((query) =>
      keysetPage(query, ['owned_assets.created', 'owned_assets.asset_id'], {
        after: after && [after.created, after.id],
        limit,
      }),
    )
    .execute()

/** The types of what somebody owns and may be seen. */
export async function ownedTypes(db: Db, userId: string): Promise<number[]> {
  const rows = await ownedBy(db, userId).select('assets.type').distinct().orderBy('assets.type').execute()
  return rows.map(({ type }) => type)
}
