import { permissionLevel } from '@baseplate/platform/accounts/rules'
import { exportServers } from '@baseplate/platform/places/servers/admin/view-servers'
import { asActor } from '#lib/server/as-actor.ts'
import { csvFile, timeCell } from '#lib/server/csv.ts'
import { queryOf } from '#lib/server/request-url.ts'
import type { RequestHandler } from './$types'

/** Exports all servers that pass the filters of the page. */
export const GET: RequestHandler = (event) => {
  const { platform, actor } = asActor(event, permissionLevel.moderator)
  const servers = exportServers(platform, actor, queryOf(event))
  return csvFile(
    'servers.csv',
    [
      { label: 'Place id', value: ({ placeId }) => placeId },
      { label: 'Place', value: ({ name }) => name },
      { label: 'Maker', value: ({ owner }) => owner },
      { label: 'Type', value: ({ kind }) => kind },
      { label: 'State', value: ({ state }) => state },
      { label: 'Since', value: ({ since }) => timeCell(since) },
      { label: 'Players', value: ({ players }) => players },
      { label: 'Port', value: ({ port }) => port },
      { label: 'Memory in bytes', value: ({ memoryBytes }) => memoryBytes },
      { label: 'Last heartbeat', value: ({ heard }) => timeCell(heard) },
      { label: 'Reason', value: ({ reason }) => reason },
    ],
    servers,
  )
}
