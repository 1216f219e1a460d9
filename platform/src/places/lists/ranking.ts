import { type Clock, second } from '@baseplate/service/clock'
import type { Db } from '../../foundation/database.ts'
import { shareFor } from '../../foundation/share-for.ts'
import { published } from '../queries.ts'
import { isPlaying, playingIn } from '../sessions/queries.ts'
import { isUp } from '../visible.ts'
import { isBehind, type Position } from './rules.ts'

/** A place with players. */
interface RankedPlace extends Position {
  /** The name as searches compare it. */
  key: string
  genre: string
}

/** The listed places with players at one moment: most players first, then newest first. */
export interface PlaceRanking {
  /** Unix milliseconds. */
  at: number
  /** `rank` is a place's number of players without its owner, who must not rank their own place. */
  places: readonly RankedPlace[]
  /** The ranks by place id. */
  ranks: ReadonlyMap<number, number>
  /** All players by place id. */
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

/** Selects the listed places with players, without a scan of all listed places. */
export function selectPlayed(db: Db, now: number) {
  const players = db
    .selectFrom('playing_records')
    .select((eb) => ['place_id', eb.fn.countAll<number>().as('players')])
    .where(isPlaying(now))
    .groupBy('place_id')
  // SQLite keeps the order of a cross join. With an inner join it would scan all listed places.
  return db
    .selectFrom(players.as('playing'))
    .crossJoin('places')
    .whereRef('places.id', '=', 'playing.place_id')
    .select(['places.id', published, 'places.name_key as key', 'places.genre'])
    .select('playing.players')
    .select((eb) =>
      eb
        .exists(
          playingIn(eb.selectFrom('playing_records'), now)
            .whereRef('playing_records.user_id', '=', 'places.owner_id')
            .select('ticket'),
        )
        .as('with_owner'),
    )
    .where('places.listed', '=', 1)
    .where(isUp)
}

async function rankPlaces(db: Db, now: number): Promise<PlaceRanking> {
  const rows = await selectPlayed(db, now).execute()
  const places = rows
    .map(({ players, with_owner, ...place }) => ({ ...place, rank: Number(players) - Number(with_owner) }))
    .filter(({ rank }) => rank > 0)
    .toSorted((one, other) => (isBehind(one, other) ? 1 : -1))
  return {
    at: now,
    places,
    ranks: new Map(places.map(({ id, rank }) => [id, rank])),
    playerCounts: new Map(rows.map(({ id, players }) => [id, Number(players)])),
  }
}
