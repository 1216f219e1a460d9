import type { Clock } from '@baseplate/service/clock'
import type { z } from 'zod'
import { useCase } from '../../accounts/door.ts'
import type { Actor } from '../../accounts/rules.ts'
import { type CalendarUnit, splitByUnit, startOfUnit } from '../../foundation/calendar.ts'
import type { Db } from '../../foundation/database.ts'
import { slugOf } from '../../foundation/slug.ts'
import { chartedStarts, statisticsQuery } from '../../foundation/statistics.ts'
import { placeInput } from '../input.ts'
import { findPlace } from '../queries.ts'
import { mayManage, placeNotFound } from '../rules.ts'
import { isPlaying } from '../sessions/queries.ts'

const placeStatisticsInput = placeInput.extend(statisticsQuery.shape)

/** The statistics of a place in one unit of the calendar. */
export interface PlaceStatistics {
  /** Start of the unit in Unix milliseconds. */
  start: number
  visits: number
  newPlayers: number
  returningPlayers: number
  /** Average number of players at the same time. */
  players: number
  /** Average duration of the sessions that ended, in milliseconds; null: none ended. */
  averageSession: number | null
  /** Votes, less withdrawn ones. */
  likes: number
  dislikes: number
}

/** @throws Refused `missing`: no such place, or the viewer does not manage it. */
export const viewPlaceStatistics = useCase(
  {
    summary: 'Returns the statistics of a place by hour, day or month, with its present players.',
    scope: 'read',
    input: placeStatisticsInput,
  },
  async (platform: { db: Db; now: Clock }, viewer, query) => {
    const counted = await read(platform, viewer, query)
    const { place, by, now, playing, isEmpty } = counted
    const starts = chartedStarts(by, { since: place.created, now })
    return {
      id: place.id,
      name: place.name,
      slug: slugOf(place.name),
      privateServer: place.private_server === 1,
      takenDown: place.taken_down === 1,
      by,
      playing,
      from: starts[0] ?? now,
      to: startOfUnit(by, now),
      isEmpty,
      statistics: starts.map((start) => statisticsOf(start, counted)),
    }
  },
)

/** @throws as `viewPlaceStatistics` */
export const exportPlaceStatistics = useCase(
  {
    summary: 'Exports all statistics of a place that are kept for a unit, the earliest first.',
    scope: 'read',
    input: placeStatisticsInput,
  },
  async (platform: { db: Db; now: Clock }, viewer, query) => {
    const counted = await read(platform, viewer, query)
    const starts = new Set([...counted.rows.keys(), ...counted.unended.keys()])
    return {
      by: counted.by,
      statistics: [...starts]
        .toSorted((one, other) => one - other)
        .map((start) => statisticsOf(start, counted)),
    }
  },
)

async function read(
  { db, now: clock }: { db: Db; now: Clock },
  viewer: Actor,
  { id: placeId, by }: z.output<typeof placeStatisticsInput>,
) {
  const place = await findPlace(db, placeId)
  if (!place || !mayManage(viewer, place)) throw placeNotFound()
  const now = clock()
  const [rows, running, first] = await Promise.all([
    db
      .selectFrom('place_statistics')
      .selectAll()
      .where('place_id', '=', placeId)
      .where('unit', '=', by)
      .orderBy('start')
      .execute(),
    findRunning(db, place, now),
    // Months are kept for good.
    db
      .selectFrom('place_statistics')
      .select('start')
      .where('place_id', '=', placeId)
      .where('unit', '=', 'month')
      .limit(1)
      .executeTakeFirst(),
  ])
  /** Whether nothing has ever been counted. */
  const isEmpty = first === undefined && running.length === 0
  return {
    place,
    by,
    now,
    rows: new Map(rows.map((row) => [row.start, row])),
    playing: running.length,
    unended: sumUnended(by, running),
    isEmpty,
  }
}

const findRunning = (db: Db, place: { id: number; owner_id: string }, now: number) =>
  db
    .selectFrom('playing_records')
    .select(['started', 'last_ping'])
    .where('place_id', '=', place.id)
    .where('user_id', '<>', place.owner_id)
    .where(isPlaying(now))
    .execute()

/** Sums up the time of running sessions by unit. The table counts only sessions that have ended. */
function sumUnended(
  by: CalendarUnit,
  sessions: readonly { started: number | null; last_ping: number }[],
): Map<number, number> {
  const sums = new Map<number, number>()
  for (const { started, last_ping } of sessions)
    for (const { start, duration } of splitByUnit(by, started ?? last_ping, last_ping))
      sums.set(start, (sums.get(start) ?? 0) + duration)
  return sums
}

function statisticsOf(
  start: number,
  { by, now, rows, unended }: Pick<Awaited<ReturnType<typeof read>>, 'by' | 'now' | 'rows' | 'unended'>,
): PlaceStatistics {
  const row = rows.get(start)
  const lasted = Math.max(1, Math.min(now, startOfUnit(by, start, 1)) - start)
  const played = (row?.played_ms ?? 0) + (unended.get(start) ?? 0)
  return {
    start,
    visits: row?.visits ?? 0,
    newPlayers: row?.new_players ?? 0,
    returningPlayers: row?.returning_players ?? 0,
    players: Math.round((100 * played) / lasted) / 100,
    averageSession: row && row.sessions > 0 ? Math.round(row.session_ms / row.sessions) : null,
    likes: row?.likes ?? 0,
    dislikes: row?.dislikes ?? 0,
  }
}
