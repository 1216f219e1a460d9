import type { Db } from '../../foundation/database.ts'
import { keptPairs, placesPerPlayer } from './likeness.ts'

interface Newcomer {
  user_id: string
  place_id: number
  started: number
}

/** Pairs each place that rankings count a player in for the first time with the other ones that the player has played lately. */
export async function pairPlaces(db: Db, newcomers: readonly Newcomer[]): Promise<void> {
  const touched = new Set<number>()
  for (const { user_id, place_id, started } of newcomers) {
    const others = await db
      .selectFrom('place_players')
      .select('place_id')
      .where('user_id', '=', user_id)
      .where('place_id', '<>', place_id)
      .where('last_ranked', 'is not', null)
      .orderBy('last_played', 'desc')
      .limit(placesPerPlayer)
      .execute()
    if (others.length === 0) continue
    const pairs = others
      .flatMap(({ place_id: other }) => [
        { place_id, other_id: other },
        { place_id: other, other_id: place_id },
      ])
      .map((pair) => ({ ...pair, players: 1, updated: started }))
    // One order for all transactions, so that they cannot deadlock.
    pairs.sort((one, other) => one.place_id - other.place_id || one.other_id - other.other_id)
    await db
      .insertInto('place_pairs')
      .values(pairs)
      .onConflict((conflict) =>
        conflict
          .columns(['place_id', 'other_id'])
          .doUpdateSet((eb) => ({ players: eb('place_pairs.players', '+', 1), updated: started })),
      )
      .execute()
    for (const pair of pairs) touched.add(pair.place_id)
  }
  if (touched.size > 0) await prunePairs(db, [...touched])
}

/** Removes the weakest pairs of places that have more than twice as many as they keep. */
async function prunePairs(db: Db, placeIds: readonly number[]): Promise<void> {
  const crowded = await db
    .selectFrom('place_pairs')
    .select('place_id')
    .where('place_id', 'in', placeIds)
    .groupBy('place_id')
    .having((eb) => eb.fn.countAll<number>(), '>', 2 * keptPairs)
    .execute()
  for (const { place_id } of crowded) {
    const kept = db
      .selectFrom('place_pairs')
      .select('other_id')
      .where('place_id', '=', place_id)
      .orderBy('players', 'desc')
      .orderBy('updated', 'desc')
      .limit(keptPairs)
    await db
      .deleteFrom('place_pairs')
      .where('place_id', '=', place_id)
      .where('other_id', 'not in', kept)
      .execute()
  }
}
