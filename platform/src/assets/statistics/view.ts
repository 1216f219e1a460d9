import type { Clock } from '@baseplate/service/clock'
import type { Actor } from '../../accounts/rules.ts'
import { startOfUnit } from '../../foundation/calendar.ts'
import type { Db } from '../../foundation/database.ts'
import { parseInput } from '../../foundation/input.ts'
import { slugOf } from '../../foundation/slug.ts'
import { chartedStarts, statisticsQuery } from '../../foundation/statistics.ts'
import { findAsset } from '../queries.ts'
import { assetNotFound, mayManage } from '../rules.ts'

/**
 * Returns the sales of an asset by hour, day or month.
 *
 * @param query `by`: `hour`, `day` or `month`
 * @throws Refused `missing`: no such asset, or the viewer does not manage it.
 */
export async function viewAssetStatistics(
  platform: { db: Db; now: Clock },
  viewer: Actor,
  assetId: number,
  query: unknown,
) {
  const { asset, by, rows } = await read(platform, viewer, assetId, query)
  const now = platform.now()
  const starts = chartedStarts(by, { since: asset.created, now })
  const counts = new Map(rows.map((row) => [row.start, row]))
  return {
    id: asset.id,
    name: asset.name,
    slug: slugOf(asset.name),
    visibility: asset.visibility,
    forSale: asset.for_sale === 1,
    by,
    from: starts[0] ?? now,
    to: startOfUnit(by, now),
    /** Number of all sales. */
    sold: asset.sold,
    statistics: starts.map((start) => ({
      start,
      sales: counts.get(start)?.sales ?? 0,
      /** The creator's share of the prices, in micro-units. */
      proceeds: counts.get(start)?.proceeds ?? 0,
    })),
  }
}

/** Returns all sales of an asset that are kept for a unit, the earliest first. @throws as `viewAssetStatistics` */
export async function exportAssetStatistics(
  platform: { db: Db },
  viewer: Actor,
  assetId: number,
  query: unknown,
) {
  const { by, rows } = await read(platform, viewer, assetId, query)
  return { by, statistics: rows.map(({ start, sales, proceeds }) => ({ start, sales, proceeds })) }
}

async function read({ db }: { db: Db }, viewer: Actor, assetId: number, query: unknown) {
  const { by } = parseInput(statisticsQuery, query)
  const asset = await findAsset(db, assetId)
  if (!asset || !mayManage(viewer, asset)) throw assetNotFound()
  const rows = await db
    .selectFrom('asset_statistics')
    .selectAll()
    .where('asset_id', '=', assetId)
    .where('unit', '=', by)
    .orderBy('start')
    .execute()
  return { asset, by, rows }
}
