import { exportPlaceStatistics } from '@baseplate/platform/places/statistics/view'
import { asActor } from '#lib/server/as-actor.ts'
import { csvFile, timeCell } from '#lib/server/csv.ts'
import { placeIdOf, queryOf } from '#lib/server/request-url.ts'
import type { RequestHandler } from './$types'

/** Exports all statistics that are kept for a unit. */
export const GET: RequestHandler = async (event) => {
  const { platform, actor } = asActor(event)
  const id = placeIdOf(event.params.id)
  const { by, statistics } = await exportPlaceStatistics(platform, actor, id, queryOf(event))
  return csvFile(
    `statistics-${id}-${by}.csv`,
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
  )
}
