import { exportAssetStatistics } from '@baseplate/platform/assets/door'
import { unitsText } from '@baseplate/platform/foundation/money'
import { csvFile, timeCell } from '#lib/server/csv.ts'
import { endpoint } from '#lib/server/endpoint.ts'
import { assetIdOf } from '#lib/server/request-url.ts'
import type { RequestHandler } from './$types'

export const GET: RequestHandler = endpoint(
  exportAssetStatistics,
  ({ id, by, statistics }) =>
    csvFile(
      `statistics-${id}-${by}.csv`,
      [
        { label: 'Start', value: ({ start }) => timeCell(start) },
        { label: 'Sales', value: ({ sales }) => sales },
        { label: 'Proceeds', value: ({ proceeds }) => unitsText(BigInt(proceeds)) },
      ],
      statistics.values(),
    ),
  { id: assetIdOf },
)
