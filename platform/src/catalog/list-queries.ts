import { type SelectQueryBuilder, sql } from 'kysely'
import type { Database, Db } from '../database.ts'
import { isPostgres } from '../foundation/database/dialect.ts'
import { behindAll } from '../foundation/name-key.ts'
import type { CatalogSort } from './input.ts'

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
}

/**
 * What the catalog lists: what is approved, and no mere part of something. Written out as the indexes have it, which is how
 * the databases know that they will do.
 */
const isListed = sql<boolean>`visibility = 'Visible' and type not in (1, 4, 5)`

type Assets = SelectQueryBuilder<Database, 'assets', { id: number }>

/** Each has an index in its order, for all types and for one. */
const sorted: Record<CatalogSort, (assets: Assets) => Assets> = {
  new: (assets) => assets.orderBy('created', 'desc').orderBy('id', 'desc'),
  // What is not for sale has no price to speak of, and comes last.
  price: (assets) =>
    assets.orderBy('for_sale', 'desc').orderBy('price').orderBy('created', 'desc').orderBy('id', 'desc'),
  sold: (assets) => assets.orderBy('sold', 'desc').orderBy('created', 'desc').orderBy('id', 'desc'),
}

export async function findListed(
  db: Db,
  {
    sort,
    type,
    offset,
    limit,
  }: { sort: CatalogSort; type?: number | undefined; offset: number; limit: number },
): Promise<number[]> {
  const listed = db
    .selectFrom('assets')
    .select('id')
    .where(isListed)
    .$if(type !== undefined, (query) => query.where('type', '=', type ?? 0))
  const rows = await sorted[sort](listed).offset(offset).limit(limit).execute()
  return rows.map(({ id }) => id)
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

/** Names that are read in order before the index of parts is asked, which collects all that it finds (as for people). */
const readInOrder = 4_000

async function onPostgres(db: Db, key: string, limit: number): Promise<number[]> {
  const isMatch = sql`substr(name_key, 2) like ${`%${key.replaceAll(/[\\%_]/g, '\\$&')}%`}
    and not starts_with(name_key, ${key})`
  const frequent = await sql<{ id: number }>`
    select id from (
      select id, name_key from assets where ${isListed} order by id limit ${readInOrder}
    ) as names where ${isMatch} order by id limit ${limit}`.execute(db)
  if (frequent.rows.length === limit) return frequent.rows.map(({ id }) => id)
  const rare = await sql<{ id: number }>`
    with found as materialized (select id from assets where ${isMatch} and ${isListed})
    select id from found order by id limit ${limit}`.execute(db)
  return rare.rows.map(({ id }) => id)
}

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
  {
    type,
    limit,
    after,
  }: { type?: number | undefined; limit: number; after?: { created: number; id: number } | undefined },
): Promise<{ id: number; created: number }[]> =>
  ownedBy(db, userId)
    .select(['owned_assets.asset_id as id', 'owned_assets.created'])
    .$if(type !== undefined, (query) => query.where('assets.type', '=', type ?? 0))
    .$if(after !== undefined, (query) =>
      query.where(({ eb, refTuple, tuple }) =>
        eb(
          refTuple('owned_assets.created', 'owned_assets.asset_id'),
          '<',
          tuple(after?.created ?? 0, after?.id ?? 0),
        ),
      ),
    )
    .orderBy('owned_assets.created', 'desc')
    .orderBy('owned_assets.asset_id', 'desc')
    .limit(limit)
    .execute()

/** The types of what somebody owns and may be seen. */
export async function ownedTypes(db: Db, userId: string): Promise<number[]> {
  const rows = await ownedBy(db, userId).select('assets.type').distinct().orderBy('assets.type').execute()
  return rows.map(({ type }) => type)
}
