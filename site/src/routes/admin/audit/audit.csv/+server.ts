import { exportAudit } from '@baseplate/platform/accounts/audit/view'
import { permissionLevel } from '@baseplate/platform/accounts/rules'
import { csvFile, timeCell } from '#lib/server/csv.ts'
import { requireLevel } from '#lib/server/session.ts'
import type { RequestHandler } from './$types'

/** All entries that pass the filters of the page. */
export const GET: RequestHandler = (event) => {
  const actor = requireLevel(event, permissionLevel.administrator)
  const entries = exportAudit(event.locals.platform, actor, Object.fromEntries(event.url.searchParams))
  return csvFile(
    'audit.csv',
    [
      { label: 'When', value: ({ created }) => timeCell(created) },
      { label: 'Who', value: ({ actor, byCommand }) => (byCommand ? 'Command line' : actor) },
      { label: 'What', value: ({ action }) => action },
      { label: 'To what', value: ({ subject }) => subject },
      { label: 'Username', value: ({ person }) => person },
      { label: 'Name', value: ({ about }) => about?.name ?? null },
      { label: 'Before', value: ({ before }) => before },
      { label: 'After', value: ({ after }) => after },
    ],
    entries,
  )
}
