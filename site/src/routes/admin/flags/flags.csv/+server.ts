import { permissionLevel } from '@baseplate/platform/accounts/rules'
import { exportFlags } from '@baseplate/platform/operations/flags/view'
import { asActor } from '#lib/server/as-actor.ts'
import { csvFile, timeCell } from '#lib/server/csv.ts'
import { queryOf } from '#lib/server/request-url.ts'
import type { RequestHandler } from './$types'

/** Exports all flags that pass the filters of the page. */
export const GET: RequestHandler = async (event) => {
  const { platform, actor } = asActor(event, permissionLevel.administrator)
  const flags = await exportFlags(platform, actor, queryOf(event))
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
