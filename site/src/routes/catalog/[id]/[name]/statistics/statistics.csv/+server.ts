import { exportAssetStatistics } from '@baseplate/platform/assets/statistics/view'
import { unitsText } from '@baseplate/platform/foundation/money'
import { asActor } from '#lib/server/as-actor.ts'
import { csvFile, timeCell } from '#lib/server/csv.ts'
import { assetIdOf, queryOf } from '#lib/server/request-url.ts'
import type { RequestHandler } from './$types'

/** Exports all statistics that are kept for a unit. */
export const GET: RequestHandler = async (event) => {
  const { platform, actor } = asActor(event)
  const id = assetIdOf(event.params.id)
  const { by, statistics } = await exportAssetStatistics(platform, actor, id, queryOf(event))
  return csvFile(
    `statistics-${id}-${by}.csv`,
    [
      { label: 'Start', value: ({ start }) => timeCell(start) },
      { label: 'Sales', value: ({ sales }) => sales },
      { label: 'Proceeds', value: ({ proceeds }) => unitsText(BigInt(proceeds)) },
    ],
    statistics.values(),
  )
}
