import { permissionLevel } from '@baseplate/platform/accounts/rules'
import { exportModerated } from '@baseplate/platform/moderation/actions/view-moderated'
import { asActor } from '#lib/server/as-actor.ts'
import { csvFile, timeCell } from '#lib/server/csv.ts'
import { queryOf } from '#lib/server/request-url.ts'
import type { RequestHandler } from './$types'

/** Exports all actions in force that pass the filters of the page. */
export const GET: RequestHandler = (event) => {
  const { platform, actor } = asActor(event, permissionLevel.moderator)
  const moderated = exportModerated(platform, actor, queryOf(event))
  return csvFile(
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
  )
}
