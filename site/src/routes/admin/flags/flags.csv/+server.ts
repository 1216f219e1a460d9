import { exportFlags } from '@baseplate/platform/operations/door'
import { csvFile, timeCell } from '#lib/server/csv.ts'
import { endpoint } from '#lib/server/endpoint.ts'
import type { RequestHandler } from './$types'

export const GET: RequestHandler = endpoint(exportFlags, (flags) =>
  csvFile(
    'flags.csv',
    [
      { label: 'Flag', value: ({ name }) => name },
      { label: 'Value', value: ({ value }) => value },
      { label: 'Configured', value: ({ configured }) => configured },
      { label: 'Changed', value: ({ updated }) => timeCell(updated) },
    ],
    flags.values(),
  ),
)
