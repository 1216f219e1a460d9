import type { Db } from '../../foundation/database.ts'
import { slugOf } from '../../foundation/slug.ts'

/** Describes assets for lists, by id. */
export async function describeAssets(db: Db, ids: readonly string[]) {
  const rows = ids.length === 0 ? [] : await selectAssets(db, ids.map(Number))
  return new Map(rows.map((row) => [String(row.id), { ...row, slug: slugOf(row.name) }]))
}

const selectAssets = (db: Db, ids: readonly number[]) =>
  db
    .selectFrom('assets')
    .leftJoin('asset_parts', 'asset_parts.asset_id', 'assets.id')
    .select(['assets.id', 'assets.name', 'assets.type', 'asset_parts.image_id as imageId'])
    .where('assets.id', 'in', ids)
    .execute()

/** Describes places for lists, by id. */
export async function describePlaces(db: Db, ids: readonly string[]) {
  const rows = ids.length === 0 ? [] : await selectPlaces(db, ids.map(Number))
  return new Map(rows.map((row) => [String(row.id), { ...row, slug: slugOf(row.name) }]))
}

const selectPlaces = (db: Db, ids: readonly number[]) =>
  db.selectFrom('places').select(['id', 'name', 'icon']).where('id', 'in', ids).execute()
