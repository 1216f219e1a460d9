import type { Db } from '../../database.ts'
import { type Clock, second } from '../../foundation/clock.ts'
import { shareFor } from '../../foundation/share-for.ts'
import { isUp } from '../queries.ts'
import { isPlaying } from '../sessions/queries.ts'
import type { Position } from './rules.ts'

/** A place with players. */
interface RankedPlace extends Position {
  /** The name as searches compare it. */
  key: string
  genre: string
}

/** The public places with players at one moment: most players first, then newest first. */
export interface PlaceRanking {
  /** Unix milliseconds. */
  at: number
  /** `rank` is a place's number of players. */
  places: readonly RankedPlace[]
  /** Players by place id. */
  playerCounts: ReadonlyMap<number, number>
}

/** A ranking reads the session of every player, so requests within this time share one. */
const sharedForMs = second

export interface PlaceRankings {
  read(): Promise<PlaceRanking>
}

export function createPlaceRankings({ db, now }: { db: Db; now: Clock }): PlaceRankings {
  return { read: shareFor(now, sharedForMs, () => rankPlaces(db, now())) }
}

/** Selects the public places with players, without a scan of all public places. */
export function selectPlayed(db: Db, now: number) {
  const players = db
    .selectFrom('playing_records')
    .select((eb) => ['place_id', eb.fn.countAll<number>().as('players')])
    .where(isPlaying(now))
    .groupBy('place_id')
  // SQLite keeps the order of a cross join. With an inner join it would scan all public places.
  return db
    .selectFrom(players.as('playing'))
    .crossJoin('places')
    .whereRef('places.id', '=', 'playing.place_id')
    .select(['places.id', 'places.created', 'places.name_key as key', 'places.genre'])
    .select('playing.players')
    .where('places.private_server', '=', 0)
    .where(isUp)
    .orderBy('playing.players', 'desc')
    .orderBy('places.created', 'desc')
    .orderBy('places.id', 'desc')
}

async function rankPlaces(db: Db, now: number): Promise<PlaceRanking> {
  const rows = await selectPlayed(db, now).execute()
  const places = rows.map(({ id, created, key, genre, players: count }) => ({
    rank: Number(count),
    created,
    id,
    key,
    genre,
  }))
  return { at: now, places, playerCounts: new Map(places.map(({ id, rank }) => [id, rank])) }
}
