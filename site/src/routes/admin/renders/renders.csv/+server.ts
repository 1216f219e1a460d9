import { exportRenders } from '@baseplate/platform/operations/door'
import { csvFile, timeCell } from '#lib/server/csv.ts'
import { endpoint } from '#lib/server/endpoint.ts'
import type { RequestHandler } from './$types'

export const GET: RequestHandler = endpoint(exportRenders, (renders) =>
  csvFile(
    'renders.csv',
    [
      { label: 'Subject', value: ({ subject }) => subject },
      { label: 'Name', value: ({ name }) => name },
      { label: 'State', value: ({ state }) => state },
      { label: 'Reason', value: ({ reason }) => reason },
      { label: 'Omitted', value: ({ omitted }) => omitted },
      { label: 'Attempts', value: ({ attempts }) => attempts },
      { label: 'Requested', value: ({ requested }) => timeCell(requested) },
      { label: 'Finished', value: ({ finished }) => timeCell(finished) },
    ],
    renders,
  ),
)
