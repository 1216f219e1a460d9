import { exportRegistrationKeys } from '@baseplate/platform/sign-in/door'
import { csvFile, timeCell } from '#lib/server/csv.ts'
import { endpoint } from '#lib/server/endpoint.ts'
import type { RequestHandler } from './$types'

export const GET: RequestHandler = endpoint(exportRegistrationKeys, (keys) =>
  csvFile(
    'keys.csv',
    [
      { label: 'Key', value: ({ key }) => key },
      { label: 'State', value: ({ state }) => state },
      { label: 'Uses', value: ({ uses }) => uses },
      { label: 'Uses left', value: ({ usesLeft }) => usesLeft },
      { label: 'Created', value: ({ created }) => timeCell(created) },
      { label: 'Created by', value: ({ maker }) => maker },
      { label: 'Expires', value: ({ expires }) => timeCell(expires) },
    ],
    keys,
  ),
)
