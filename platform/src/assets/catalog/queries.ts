import { isPostgres } from '@baseplate/storage/database/dialect'
import { findByNamePart } from '@baseplate/storage/database/name-parts'
import { sql } from 'kysely'
import type { Database, Db } from '../../foundation/database.ts'
import { endOfPrefix } from '../../foundation/name-key.ts'
import type { CatalogSort } from '../input.ts'
import { isListed, isVisible } from '../visible.ts'
import type { Anchor, List } from './page-anchors.ts'

/** An asset in a list. */
export interface AssetListing {
  id: number
  name: string
  /** Micro-units. */
  price: number
  type: number
  forSale: boolean
  sold: number
  creatorUsername: string | null
  /** Name of the preview; null when there is none yet. */
  thumbnail: string | null
}

/** Columns of each order, all descending. Each order has an index for all types, and one for a single type. */
export const orders = {
  new: ['created', 'id'],
  price: ['cheapness', 'created', 'id'],
  sold: ['sold', 'created', 'id'],
} as const satisfies Record<CatalogSort, readonly (keyof Database['assets'])[]>

/** Lists assets from an offset on, each with its position: the values of the columns of the order. */
export async function findListed(
  db: Db,
  { sort, type }: List,
  { offset, limit, anchor }: { offset: number; limit: number; anchor?: Anchor | undefined },
): Promise<{ id: number; position: number[] }[]> {
  const order: readonly (typeof orders)[CatalogSort][number][] = orders[sort]
  const rows = await db
    .selectFrom('assets')
    .select(order)
    .where(isListed)
    .$if(type !== undefined, (query) => query.where('type', '=', type ?? 0))
    .$if(anchor !== undefined, (query) =>
      query.where(sql<boolean>`(${sql.join(order.map(sql.ref))}) <= (${sql.join(anchor?.position ?? [])})`),
    )
    .$call((query) => order.reduce((sorted, column) => sorted.orderBy(column, 'desc'), query))
    .offset(offset - (anchor?.row ?? 0))
    .limit(limit)
    .execute()
  return rows.map((row) => ({ id: row.id, position: order.map((column) => row[column]) }))
}

/** Finds the listed assets of a creator, the newest first. */
export async function findListedBy(db: Db, creatorId: string, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom('assets')
    .select('id')
    .where(isListed)
    .where('creator_id', '=', creatorId)
    .orderBy('created', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** Counts the listed assets of each type that has some. */
export const countListed = (db: Db): Promise<{ type: number; assets: number }[]> =>
  db.selectFrom('catalog_counts').select(['type', 'assets']).where('assets', '>', 0).orderBy('type').execute()

/** Finds listed assets whose names begin with the key, in the order of the names. */
export async function findByPrefix(db: Db, key: string, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom('assets')
    .select('id')
    .where(isListed)
    .where('name_key', '>=', key)
    .where('name_key', '<', endOfPrefix(key))
    .orderBy('name_key')
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/**
 * Finds listed assets whose names contain the key and do not begin with it. Both databases can return matches in the order of
 * their ids without collecting all of them.
 */
export const findBySubstring = (db: Db, key: string, limit: number): Promise<number[]> =>
  isPostgres(db) ? onPostgres(db, key, limit) : onSqlite(db, key, limit)

async function onSqlite(db: Db, key: string, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select assets.id from asset_name_parts cross join assets on assets.id = asset_name_parts.rowid
    where asset_name_parts match ${`"${key.replaceAll('"', '""')}"`}
      and not (assets.name_key >= ${key} and assets.name_key < ${endOfPrefix(key)})
    order by asset_name_parts.rowid
    limit ${sql.lit(limit)}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Maximum number of matches that are sorted: as many as a search reaches. */
const orderAtMost = 1_000

const onPostgres = (db: Db, key: string, limit: number): Promise<number[]> =>
  findByNamePart(db, { table: 'assets', key: 'name_key', among: isListed, orderAtMost }, key, {
    limit,
    after: 0 as number,
  })

/** Reads the listings of assets, in the given order. Assets that are no longer visible are left out. */
export async function readListings(db: Db, ids: readonly number[]): Promise<AssetListing[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('assets')
    .select(['id', 'name', 'price', 'type', 'for_sale', 'sold', 'thumbnail'])
    // With a join, PostgreSQL may read all users for some hundred assets.
    .select((eb) =>
      eb
        .selectFrom('users')
        .select('username')
        .whereRef('users.id', '=', 'assets.creator_id')
        .as('creatorUsername'),
    )
    .where('assets.id', 'in', ids)
    .where(isVisible)
    .execute()
  const assets = new Map(
    rows.map(({ for_sale, ...asset }) => [asset.id, { ...asset, forSale: for_sale === 1 }]),
  )
  return ids.flatMap((id) => assets.get(id) ?? [])
}
