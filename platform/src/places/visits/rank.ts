import type { Clock } from '@baseplate/service/clock'
import type { Db } from '../../foundation/database.ts'
import { pairPlaces } from '../lists/similar-pairs.ts'
import { findLastRanked, rememberRanked } from './players.ts'
import { findUnranked, lockPlayed, markRanked } from './queries.ts'
import { decayedSum, halfLife, isRankable, rankedVisits, risingOf } from './rules.ts'

/**
 * Ranks places by the sessions that rankings count: of each player one in six hours, after five minutes of play, and none of
 * the place's owner. Returns how many sessions it has read.
 */
export async function rankVisits({ db, now }: { db: Db; now: Clock }, limit: number): Promise<number> {
  const found = await findUnranked(db, now(), limit)
  if (found.length === 0) return 0
  await db.transaction().execute(async (trx) => {
    // Places are locked before game sessions, as in a join.
    const places = await lockPlayed(
      trx,
      found.map(({ place_id }) => place_id),
    )
    const sessions = (await markRanked(trx, found)).filter((session) =>
      isRankable(session, places.get(session.place_id)?.owner_id),
    )
    if (sessions.length === 0) return
    const visits = rankedVisits(sessions, await findLastRanked(trx, sessions))
    await rememberRanked(trx, visits)
    for (const [placeId, own] of Map.groupBy(visits, ({ place_id }) => place_id)) {
      const place = places.get(placeId)
      if (!place) continue
      const last = Math.max(...own.map(({ started }) => started))
      const popularity = decayedSum(place.popularity, own.length, last, halfLife.popularity)
      const momentum = decayedSum(place.momentum, own.length, last, halfLife.momentum)
      await trx
        .updateTable('places')
        .set({ popularity, momentum, rising: risingOf({ popularity, momentum }) })
        .where('id', '=', placeId)
        .execute()
      await trx.updateTable('place_tags').set({ popularity }).where('place_id', '=', placeId).execute()
    }
    await pairPlaces(
      trx,
      visits.filter(({ before }) => before === null),
    )
  })
  return found.length
}
