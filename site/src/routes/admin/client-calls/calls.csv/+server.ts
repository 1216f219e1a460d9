import { exportClientCalls } from '@baseplate/platform/operations/door'
import { csvFile, timeCell } from '#lib/server/csv.ts'
import { endpoint } from '#lib/server/endpoint.ts'
import type { RequestHandler } from './$types'

export const GET: RequestHandler = endpoint(exportClientCalls, (calls) =>
  csvFile(
    'client-calls.csv',
    [
      { label: 'Path', value: ({ call }) => call },
      { label: 'Answered', value: ({ answered }) => (answered ? 'yes' : 'no') },
      { label: 'Requests', value: ({ count }) => String(count) },
      { label: 'Last request', value: ({ last }) => timeCell(last) },
    ],
    calls.values(),
  ),
)
