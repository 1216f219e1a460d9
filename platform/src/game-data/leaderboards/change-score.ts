import type { Db } from '../../foundation/database.ts'
import { Refused } from '../../foundation/errors.ts'
import { type EntryName, playerScope, storedNumberOf } from '../rules.ts'
import {
  findLeaderboard,
  findScore,
  type Leaderboard,
  lockLeaderboards,
  removeScores,
  storeScore,
} from './queries.ts'
import { periodAt, scoreAfter } from './rules.ts'

/** A change of an entry. */
interface Changing {
  worldId: number
  name: EntryName
  /** `keeps`: a person sets or restores the value. */
  change:
    | { op: 'put'; json: string; keeps?: boolean | undefined }
    | { op: 'increment'; by: number }
    | { op: 'delete' }
}

/** Finds the leaderboard to which a change gives a score. Undefined: the change gives no score. */
export async function findBoardOf(
  trx: Db,
  { worldId, name: { store, scope }, change }: Changing,
): Promise<Leaderboard | undefined> {
  const isNumber = change.op === 'increment' || (change.op === 'put' && storedNumberOf(change.json) !== null)
  if (scope !== playerScope || !isNumber) return undefined
  await lockLeaderboards(trx, worldId, 'to read')
  return findLeaderboard(trx, worldId, store)
}

/**
 * Applies a change of an entry to a leaderboard. Returns the score that stays as JSON, which is the value of the entry. Null: the entry
 * is no score. A value that a person sets or restores is the score as it is.
 *
 * @param board as `findBoardOf` has found it
 * @throws Refused `conflict`: the score leaves the numbers that stay exact
 */
export async function changeScore(
  trx: Db,
  board: Leaderboard | undefined,
  { worldId, name: { store, scope, key }, change }: Changing,
  now: number,
): Promise<string | null> {
  const number = Number(key)
  if (change.op === 'delete' && scope === playerScope) await removeScores(trx, { worldId, store }, number)
  if (!board || change.op === 'delete') return null
  const present = await findScore(trx, { worldId, store, began: periodAt(board.period, now) }, number)
  const score = scoreOf(board, change, present)
  if (!Number.isSafeInteger(score)) throw new Refused('data.number_range')
  await storeScore(trx, board, { number, score }, now)
  return String(score)
}

function scoreOf(
  { keep }: Leaderboard,
  change: Exclude<Changing['change'], { op: 'delete' }>,
  present: number | null,
): number {
  if (change.op === 'increment') return scoreAfter(keep, present, { step: change.by })
  const score = Number(change.json)
  return change.keeps === true ? score : scoreAfter(keep, present, { score })
}
