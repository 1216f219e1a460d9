import { permissionLevel } from '@baseplate/platform/accounts/rules'
import { exportAudit } from '@baseplate/platform/moderation/audit/view'
import { asActor } from '#lib/server/as-actor.ts'
import { csvFile, timeCell } from '#lib/server/csv.ts'
import { queryOf } from '#lib/server/request-url.ts'
import type { RequestHandler } from './$types'

/** Exports all entries that pass the filters of the page. */
export const GET: RequestHandler = (event) => {
  const { platform, actor } = asActor(event, permissionLevel.moderator)
  const entries = exportAudit(platform, actor, queryOf(event))
  return csvFile(
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
  )
}
