import type { Selectable } from 'kysely'
import type { Actor } from '../../accounts/rules.ts'
import type { Db } from '../../database.ts'
import { type CalendarUnit, splitByUnit, startOfUnit } from '../../foundation/calendar.ts'
import type { Clock } from '../../foundation/clock.ts'
import { parseInput } from '../../foundation/input.ts'
import { slugOf } from '../../foundation/slug.ts'
import { chartedStarts, statisticsQuery } from '../../foundation/statistics.ts'
import { findPlace } from '../queries.ts'
import { mayManage, placeNotFound } from '../rules.ts'
import { isPlaying } from '../sessions/queries.ts'
import type { PlaceTables } from '../tables.ts'

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

/**
 * Returns the statistics of a place by hour, day or month, with its present players.
 *
 * @param query `by`: `hour`, `day` or `month`
 * @throws Refused `missing`: no such place, or the viewer does not manage it.
 */
export async function viewPlaceStatistics(
  platform: { db: Db; now: Clock },
  viewer: Actor,
  placeId: number,
  query: unknown,
) {
  const { place, by, now, rows, running, isEmpty } = await read(platform, viewer, placeId, query)
  const starts = chartedStarts(by, { since: place.created, now })
  const counts = new Map(rows.map((row) => [row.start, row]))
  return {
    id: place.id,
    name: place.name,
    slug: slugOf(place.name),
    privateServer: place.private_server === 1,
    takenDown: place.taken_down === 1,
    by,
    playing: running.length,
    from: starts[0] ?? now,
    to: startOfUnit(by, now),
    isEmpty,
    statistics: starts.map((start) => statisticsOf(start, counts.get(start), { by, now, running })),
  }
}

export type PlaceStatisticsView = Awaited<ReturnType<typeof viewPlaceStatistics>>

/** Returns all statistics of a place that are kept for a unit, the earliest first. @throws as `viewPlaceStatistics` */
export async function exportPlaceStatistics(
  platform: { db: Db; now: Clock },
  viewer: Actor,
  placeId: number,
  query: unknown,
) {
  const { by, now, rows, running } = await read(platform, viewer, placeId, query)
  return { by, statistics: rows.map((row) => statisticsOf(row.start, row, { by, now, running })) }
}

async function read(
  { db, now: clock }: { db: Db; now: Clock },
  viewer: Actor,
  placeId: number,
  query: unknown,
) {
  const { by } = parseInput(statisticsQuery, query)
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
  return { place, by, now, rows, running, isEmpty }
}

/** A session that has not ended. Its time is counted when it ends, so until then it is added to what is shown. */
type Running = Awaited<ReturnType<typeof findRunning>>[number]

const findRunning = (db: Db, place: { id: number; owner_id: string }, now: number) =>
  db
    .selectFrom('playing_records')
    .select(['started', 'last_ping'])
    .where('place_id', '=', place.id)
    .where('user_id', '<>', place.owner_id)
    .where(isPlaying(now))
    .execute()

function statisticsOf(
  start: number,
  row: Selectable<PlaceTables['place_statistics']> | undefined,
  { by, now, running }: { by: CalendarUnit; now: number; running: readonly Running[] },
): PlaceStatistics {
  const lasted = Math.max(1, Math.min(now, startOfUnit(by, start, 1)) - start)
  const played = (row?.played_ms ?? 0) + playedIn(by, start, running)
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

const playedIn = (by: CalendarUnit, start: number, running: readonly Running[]): number =>
  running
    .flatMap(({ started, last_ping }) => splitByUnit(by, started ?? last_ping, last_ping))
    .reduce((sum, part) => sum + (part.start === start ? part.duration : 0), 0)
