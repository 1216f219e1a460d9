import { exportRegistrationKeys } from '@baseplate/platform/accounts/registration/registration-keys'
import { permissionLevel } from '@baseplate/platform/accounts/rules'
import { asActor } from '#lib/server/as-actor.ts'
import { csvFile, timeCell } from '#lib/server/csv.ts'
import { queryOf } from '#lib/server/request-url.ts'
import type { RequestHandler } from './$types'

/** Exports all keys that pass the filters of the page. */
export const GET: RequestHandler = (event) => {
  const { platform, actor } = asActor(event, permissionLevel.administrator)
  const keys = exportRegistrationKeys(platform, actor, queryOf(event))
  return csvFile(
    'keys.csv',
    [
      { label: 'Key', value: ({ key }) => key },
      { label: 'State', value: ({ state }) => state },
      { label: 'Uses', value: ({ uses }) => uses },
      { label: 'Uses left', value: ({ usesLeft }) => usesLeft },
      { label: 'Created', value: ({ created }) => timeCell(created) },
      { label: 'Created by', value: ({ maker }) => maker },
      { label: 'Expires', value: ({ expires }) => timeCell(expires) },
    ],
    keys,
  )
}
