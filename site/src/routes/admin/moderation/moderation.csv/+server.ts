import { exportModerated } from '@baseplate/platform/moderation/door'
import { csvFile, timeCell } from '#lib/server/csv.ts'
import { endpoint } from '#lib/server/endpoint.ts'
import type { RequestHandler } from './$types'

export const GET: RequestHandler = endpoint(exportModerated, (moderated) =>
  csvFile(
    'moderation.csv',
    [
      { label: 'Username', value: ({ username }) => username },
      { label: 'Type', value: ({ type }) => type },
      { label: 'Reason', value: ({ reason }) => reason },
      { label: 'Note', value: ({ note }) => note },
      { label: 'By', value: ({ moderator }) => moderator },
      { label: 'Since', value: ({ created }) => timeCell(created) },
      { label: 'Ends', value: ({ expires }) => timeCell(expires) },
    ],
    moderated,
  ),
)
