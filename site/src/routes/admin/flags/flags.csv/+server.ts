import { permissionLevel } from '@baseplate/platform/accounts/rules'
import { exportFlags } from '@baseplate/platform/operations/flags/view'
import { csvFile, timeCell } from '#lib/server/csv.ts'
import { requireLevel } from '#lib/server/session.ts'
import type { RequestHandler } from './$types'

/** All flags that pass the filters of the page. */
export const GET: RequestHandler = async (event) => {
  const actor = requireLevel(event, permissionLevel.administrator)
  const flags = await exportFlags(event.locals.platform, actor, Object.fromEntries(event.url.searchParams))
  return csvFile(
    'flags.csv',
    [
      { label: 'Flag', value: ({ name }) => name },
      { label: 'Value', value: ({ value }) => value },
      { label: 'Configured', value: ({ configured }) => configured },
      { label: 'Changed', value: ({ updated }) => timeCell(updated) },
    ],
    flags.values(),
  )
}
