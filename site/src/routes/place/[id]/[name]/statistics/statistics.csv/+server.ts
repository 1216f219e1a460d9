import { exportPlaceStatistics } from '@baseplate/platform/places/door'
import { csvFile, timeCell } from '#lib/server/csv.ts'
import { endpoint } from '#lib/server/endpoint.ts'
import { placeIdOf } from '#lib/server/request-url.ts'
import type { RequestHandler } from './$types'

export const GET: RequestHandler = endpoint(
  exportPlaceStatistics,
  ({ by, statistics }, { event }) =>
    csvFile(
      `statistics-${placeIdOf(event.params.id)}-${by}.csv`,
      [
        { label: 'Start', value: ({ start }) => timeCell(start) },
        { label: 'Visits', value: ({ visits }) => visits },
        { label: 'New players', value: ({ newPlayers }) => newPlayers },
        { label: 'Returning players', value: ({ returningPlayers }) => returningPlayers },
        { label: 'Players on average', value: ({ players }) => players },
        {
          label: 'Seconds per session',
          value: ({ averageSession }) => averageSession && Math.round(averageSession / 1_000),
        },
        { label: 'Likes', value: ({ likes }) => likes },
        { label: 'Dislikes', value: ({ dislikes }) => dislikes },
      ],
      statistics.values(),
    ),
  { id: placeIdOf },
)
