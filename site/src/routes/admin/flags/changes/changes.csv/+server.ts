import { permissionLevel } from '@baseplate/platform/accounts/rules'
import { exportFlagHistory } from '@baseplate/platform/operations/flags/history'
import { asActor } from '#lib/server/as-actor.ts'
import { csvFile, timeCell } from '#lib/server/csv.ts'
import { queryOf } from '#lib/server/request-url.ts'
import type { RequestHandler } from './$types'

/** Exports all changes that pass the filters of the page. */
export const GET: RequestHandler = (event) => {
  const { platform, actor } = asActor(event, permissionLevel.administrator)
  const query = queryOf(event)
  return csvFile(
    'flag-changes.csv',
    [
      { label: 'Time', value: ({ created }) => timeCell(created) },
      { label: 'Changed by', value: ({ actor }) => actor },
      { label: 'Flag', value: ({ name }) => name },
      { label: 'Before', value: ({ before }) => before },
      { label: 'After', value: ({ after }) => after },
    ],
    exportFlagHistory(platform, actor, query),
  )
}
