import type { Db } from '../../foundation/database.ts'
import { Refused } from '../../foundation/errors.ts'
import {
  fillLeaderboard,
  findLeaderboard,
  type Leaderboard,
  listLeaderboards,
  lockLeaderboards,
  removeScoresOfBoard,
} from './queries.ts'
import { maxLeaderboards } from './rules.ts'

/**
 * Makes an ordered store a leaderboard, or changes it. A new period begins with the numbers that the store got within it. Another
 * title or way of keeping leaves all scores as they are.
 *
 * @throws Refused `conflict`: the world has too many leaderboards
 */
export async function declareLeaderboard(
  trx: Db,
  worldId: number,
  { store, title, period, keep }: Pick<Leaderboard, 'store' | 'title' | 'period' | 'keep'>,
  now: number,
): Promise<void> {
  await lockLeaderboards(trx, worldId, 'to change')
  const board = { world_id: worldId, store, title, period, keep }
  const before = await findLeaderboard(trx, worldId, store)
  if (!before && (await listLeaderboards(trx, worldId)).length >= maxLeaderboards)
    throw new Refused('data.leaderboards_full', { max: maxLeaderboards })
  await trx
    .insertInto('data_leaderboards')
    .values(board)
    .onConflict((conflict) => conflict.columns(['world_id', 'store']).doUpdateSet({ title, period, keep }))
    .execute()
  if (before?.period === period) return
  if (before) await removeScoresOfBoard(trx, worldId, store)
  await fillLeaderboard(trx, board, now)
}

/** Ends the leaderboard of a store, if it has one. Its numbers stay. */
export async function endLeaderboard(trx: Db, worldId: number, store: string): Promise<void> {
  await lockLeaderboards(trx, worldId, 'to change')
  await trx
    .deleteFrom('data_leaderboards')
    .where('world_id', '=', worldId)
    .where('store', '=', store)
    .execute()
  await removeScoresOfBoard(trx, worldId, store)
}
