import type { Db } from '../../foundation/database.ts'
import { Refused } from '../../foundation/errors.ts'
import { type EntryName, playerScope, storedNumberOf } from '../rules.ts'
import { findLeaderboard, findScore, lockLeaderboards, removeScores, storeScore } from './queries.ts'
import { periodAt, scoreAfter } from './rules.ts'

/** An entry that a change concerns, and its value after it. */
interface Changing {
  worldId: number
  name: EntryName
  /** `keeps`: a person sets or restores the value. */
  change: { op: 'put'; keeps?: boolean | undefined } | { op: 'increment'; by: number } | { op: 'delete' }
  /** JSON of the value without a leaderboard. Null: none. */
  value: string | null
}

/**
 * Applies a change of an entry to the leaderboard of its store, if it has one. Returns the score that stays as JSON, which is the value
 * of the entry. Null: the entry is no score. A value that a person sets or restores is the score as it is.
 *
 * @throws Refused `conflict`: the score leaves the numbers that stay exact
 */
export async function changeScore(
  trx: Db,
  { worldId, name: { store, scope, key }, change, value }: Changing,
  now: number,
): Promise<string | null> {
  if (scope !== playerScope) return null
  const number = Number(key)
  if (value === null) {
    await removeScores(trx, { worldId, store }, number)
    return null
  }
  const sent = storedNumberOf(value)
  if (sent === null) return null
  await lockLeaderboards(trx, worldId, 'to read')
  const board = await findLeaderboard(trx, worldId, store)
  if (!board) return null
  const scores = { worldId, store, began: periodAt(board.period, now) }
  const present = await findScore(trx, scores, number)
  const score = scoreOf()
  if (!Number.isSafeInteger(score)) throw new Refused('data.number_range')
  await storeScore(trx, board, { number, score }, now)
  return String(score)

  function scoreOf(): number {
    if (change.op === 'increment') return scoreAfter(board?.keep ?? 'last', present, { step: change.by })
    if (change.op === 'put' && change.keeps === true) return Number(sent)
    return scoreAfter(board?.keep ?? 'last', present, { score: Number(sent) })
  }
}
