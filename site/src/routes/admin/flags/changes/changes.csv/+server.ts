import { permissionLevel } from '@baseplate/platform/accounts/rules'
import { exportFlagHistory } from '@baseplate/platform/operations/flags/history'
import { csvFile, timeCell } from '#lib/server/csv.ts'
import { requireLevel } from '#lib/server/session.ts'
import type { RequestHandler } from './$types'

/** All changes that pass the filters of the page. */
export const GET: RequestHandler = (event) => {
  const actor = requireLevel(event, permissionLevel.administrator)
  const asked = Object.fromEntries(event.url.searchParams)
  return csvFile(
    'flag-changes.csv',
    [
      { label: 'When', value: ({ created }) => timeCell(created) },
      { label: 'Who', value: ({ actor }) => actor },
      { label: 'Flag', value: ({ name }) => name },
      { label: 'Before', value: ({ before }) => before },
      { label: 'After', value: ({ after }) => after },
    ],
    exportFlagHistory(event.locals.platform, actor, asked),
  )
}
