import { exportFlagHistory } from '@baseplate/platform/operations/door'
import { csvFile, timeCell } from '#lib/server/csv.ts'
import { endpoint } from '#lib/server/endpoint.ts'
import type { RequestHandler } from './$types'

export const GET: RequestHandler = endpoint(exportFlagHistory, (changes) =>
  csvFile(
    'flag-changes.csv',
    [
      { label: 'Time', value: ({ created }) => timeCell(created) },
      { label: 'Changed by', value: ({ actor }) => actor },
      { label: 'Flag', value: ({ name }) => name },
      { label: 'Before', value: ({ before }) => before },
      { label: 'After', value: ({ after }) => after },
    ],
    changes,
  ),
)
