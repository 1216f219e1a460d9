import { exportServers } from '@baseplate/platform/places/door'
import { csvFile, timeCell } from '#lib/server/csv.ts'
import { endpoint } from '#lib/server/endpoint.ts'
import type { RequestHandler } from './$types'

export const GET: RequestHandler = endpoint(exportServers, (servers) =>
  csvFile(
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
  ),
)
