import { exportBanners } from '@baseplate/platform/operations/door'
import { csvFile, timeCell } from '#lib/server/csv.ts'
import { endpoint } from '#lib/server/endpoint.ts'
import type { RequestHandler } from './$types'

export const GET: RequestHandler = endpoint(exportBanners, (banners) =>
  csvFile(
    'banners.csv',
    [
      { label: 'Text', value: ({ text }) => text },
      { label: 'Style', value: ({ tone }) => tone },
      { label: 'Link', value: ({ link }) => link },
      { label: 'State', value: ({ state }) => state },
      { label: 'Created', value: ({ created }) => timeCell(created) },
      { label: 'From', value: ({ starts }) => timeCell(starts) },
      { label: 'Until', value: ({ ends }) => timeCell(ends) },
    ],
    banners.values(),
  ),
)
