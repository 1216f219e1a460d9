import { permissionLevel } from '@baseplate/platform/accounts/rules'
import { exportModerated } from '@baseplate/platform/moderation/actions/view-moderated'
import { csvFile, timeCell } from '#lib/server/csv.ts'
import { requireLevel } from '#lib/server/session.ts'
import type { RequestHandler } from './$types'

/** All that is in force and passes the filters of the page. */
export const GET: RequestHandler = (event) => {
  const actor = requireLevel(event, permissionLevel.moderator)
  const moderated = exportModerated(event.locals.platform, actor, Object.fromEntries(event.url.searchParams))
  return csvFile(
    'moderation.csv',
    [
      { label: 'Username', value: ({ username }) => username },
      { label: 'What', value: ({ type }) => type },
      { label: 'Reason', value: ({ reason }) => reason },
      { label: 'Note', value: ({ note }) => note },
      { label: 'By', value: ({ moderator }) => moderator },
      { label: 'Since', value: ({ created }) => timeCell(created) },
      { label: 'Ends', value: ({ expires }) => timeCell(expires) },
    ],
    moderated,
  )
}
