import type { Clock } from '@baseplate/service/clock'
import { useCase } from '../../accounts/door.ts'
import type { Actor } from '../../accounts/rules.ts'
import { type CalendarUnit, startOfUnit } from '../../foundation/calendar.ts'
import type { Db } from '../../foundation/database.ts'
import { slugOf } from '../../foundation/slug.ts'
import { chartedStarts, statisticsQuery } from '../../foundation/statistics.ts'
import { assetInput } from '../input.ts'
import { findAsset } from '../queries.ts'
import { assetNotFound, mayManage } from '../rules.ts'

const input = assetInput.extend(statisticsQuery.shape)

/** @throws Refused `missing`: no such asset, or the viewer does not manage it. */
export const viewAssetStatistics = useCase(
  { summary: 'Returns the sales of an item by hour, day or month.', scope: 'read', input },
  async (platform: { db: Db; now: Clock }, viewer, { id, by }) => {
    const { asset, rows } = await read(platform.db, viewer, id, by)
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
  },
)

/** The earliest sales come first. @throws as `viewAssetStatistics` */
export const exportAssetStatistics = useCase(
  { summary: 'Exports all sales of an item that are kept for a unit.', scope: 'read', input },
  async ({ db }: { db: Db }, viewer, { id, by }) => {
    const { rows } = await read(db, viewer, id, by)
    return { id, by, statistics: rows.map(({ start, sales, proceeds }) => ({ start, sales, proceeds })) }
  },
)

async function read(db: Db, viewer: Actor, assetId: number, by: CalendarUnit) {
  const asset = await findAsset(db, assetId)
  if (!asset || !mayManage(viewer, asset)) throw assetNotFound()
  const rows = await db
    .selectFrom('asset_statistics')
    .selectAll()
    .where('asset_id', '=', assetId)
    .where('unit', '=', by)
    .orderBy('start')
    .execute()
  return { asset, rows }
}
