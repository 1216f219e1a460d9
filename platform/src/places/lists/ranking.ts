import type { Db } from '../../database.ts'
import { type Clock, second } from '../../foundation/clock.ts'
import { rankPlaces } from './queries.ts'
import type { Position } from './rules.ts'

/** Public places that were being played in at a moment, those with most players first, then the newest. */
export interface PlaceRanking {
  at: number
  /** Ranked by how many play there. */
  places: readonly Position[]
  /** Of each of them, how many play there. */
  playerCounts: ReadonlyMap<number, number>
}

/** Everybody who plays is counted for it, so those who look within this time share one. */
const sharedForMs = second

export interface PlaceRankings {
  read(): Promise<PlaceRanking>
}

export function createPlaceRankings({ db, now }: { db: Db; now: Clock }): PlaceRankings {
  let shared: { ranking: Promise<PlaceRanking>; until: number } | undefined

  return {
    read() {
      if (!shared || shared.until <= now()) {
        const ranking = rankPlaces(db, now())
        const reading = { ranking, until: now() + sharedForMs }
        shared = reading
        // A database that was away for a moment is asked again at once.
        ranking.catch(() => {
          if (shared === reading) shared = undefined
        })
      }
      return shared.ranking
    },
  }
}
