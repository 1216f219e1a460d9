import { permissionLevel } from '@baseplate/platform/accounts/rules'
import { exportRenders } from '@baseplate/platform/operations/renders/view'
import { asActor } from '#lib/server/as-actor.ts'
import { csvFile, timeCell } from '#lib/server/csv.ts'
import { queryOf } from '#lib/server/request-url.ts'
import type { RequestHandler } from './$types'

/** Exports all renders that pass the filters of the page. */
export const GET: RequestHandler = (event) => {
  const { platform, actor } = asActor(event, permissionLevel.catalogManager)
  const renders = exportRenders(platform, actor, queryOf(event))
  return csvFile(
    'renders.csv',
    [
      { label: 'Subject', value: ({ subject }) => subject },
      { label: 'Name', value: ({ name }) => name },
      { label: 'State', value: ({ state }) => state },
      { label: 'Reason', value: ({ reason }) => reason },
      { label: 'Omitted', value: ({ omitted }) => omitted },
      { label: 'Attempts', value: ({ attempts }) => attempts },
      { label: 'Requested', value: ({ requested }) => timeCell(requested) },
      { label: 'Finished', value: ({ finished }) => timeCell(finished) },
    ],
    renders,
  )
}
