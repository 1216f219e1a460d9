import { exportAudit } from '@baseplate/platform/moderation/door'
import { csvFile, timeCell } from '#lib/server/csv.ts'
import { endpoint } from '#lib/server/endpoint.ts'
import type { RequestHandler } from './$types'

export const GET: RequestHandler = endpoint(exportAudit, (entries) =>
  csvFile(
    'audit.csv',
    [
      { label: 'Time', value: ({ created }) => timeCell(created) },
      { label: 'By', value: ({ actor, byCommand }) => (byCommand ? 'Command line' : actor) },
      { label: 'Action', value: ({ action }) => action },
      { label: 'Target', value: ({ subject }) => subject },
      { label: 'Username', value: ({ person }) => person },
      { label: 'Name', value: ({ about }) => about?.name ?? null },
      { label: 'Before', value: ({ before }) => before },
      { label: 'After', value: ({ after }) => after },
    ],
    entries,
  ),
)
