import { sql } from 'kysely'
import { isDeleted, numbersOf } from '../../accounts/door.ts'
import type { Db } from '../../foundation/database.ts'
import { friendIds } from '../../social/door.ts'
import { type ScoresOf, scoresOf } from './queries.ts'

/** The score of a player. */
export interface Score {
  /** 1 is the first. */
  rank: number
  username: string
  /** Name of the picture of the avatar. Null: there is none yet. */
  portrait: string | null
  score: number
}

/** The score of a player by number. */
export interface NumberedScore extends Score {
  /** Number by which games know the player. */
  number: number
}

/** The scores with their players. Accounts that are deleted have no name. */
const named = (scores: ReturnType<typeof scoresOf>) =>
  scores
    .leftJoin('player_numbers', 'player_numbers.number', 'data_scores.number')
    .leftJoin('users', (join) =>
      join
        .onRef('users.id', '=', 'player_numbers.user_id')
        .on(sql<boolean>`not ${isDeleted('player_numbers.user_id')}`),
    )
    .select(['data_scores.store', 'data_scores.number', 'data_scores.score'])
    .select(['users.username', 'users.portrait'])

type Row = Awaited<ReturnType<ReturnType<typeof named>['execute']>>[number]

/** Gives rows their ranks, and leaves out players whose accounts are deleted. */
const ranked = (rows: readonly Row[], first: number): NumberedScore[] =>
  rows.flatMap(({ username, portrait, number, score }, at) =>
    username === null ? [] : { rank: first + at, username, portrait, number, score },
  )

const best = (db: Db, scores: ScoresOf, limit: number) =>
  named(scoresOf(db, scores)).orderBy('data_scores.score', 'desc').orderBy('data_scores.number').limit(limit)

/** Lists the best scores. The smaller number is first of two equal scores. */
export const listBest = async (db: Db, scores: ScoresOf, limit: number): Promise<NumberedScore[]> =>
  ranked(await best(db, scores, limit).execute(), 1)

/** Lists the best scores of several leaderboards in one statement, by store. */
export async function listBestOfEach(
  db: Db,
  boards: readonly ScoresOf[],
  limit: number,
): Promise<ReadonlyMap<string, NumberedScore[]>> {
  const [first, ...others] = boards.map((board) =>
    db.selectFrom(best(db, board, limit).as('best')).selectAll(),
  )
  if (!first) return new Map()
  const rows = await others.reduce((all, each) => all.unionAll(each), first).execute()
  const byStore = Map.groupBy(rows, ({ store }) => store)
  return new Map([...byStore].map(([store, of]) => [store, ranked(of.toSorted(inOrder), 1)]))
}

const inOrder = (a: Row, b: Row): number => b.score - a.score || a.number - b.number

/** Lists the scores above and below that of a player. Empty: the player has none. */
export async function listAround(
  db: Db,
  scores: ScoresOf,
  { number, score }: { number: number; score: number | null },
  each: number,
): Promise<NumberedScore[]> {
  if (score === null) return []
  // The bare comparison with the score lets the database use the index.
  const above = sql<boolean>`data_scores.score >= ${score} and (data_scores.score > ${score} or data_scores.number < ${number})`
  const below = sql<boolean>`data_scores.score <= ${score} and (data_scores.score < ${score} or data_scores.number >= ${number})`
  const [rank, before, after] = await Promise.all([
    rankOf(db, scores, { number, score }),
    named(scoresOf(db, scores))
      .where(above)
      .orderBy('data_scores.score')
      .orderBy('data_scores.number', 'desc')
      .limit(each)
      .execute(),
    best(db, scores, each + 1)
      .where(below)
      .execute(),
  ])
  return ranked([...before.toReversed(), ...after], rank - before.length)
}

/** Counts in two ranges of the index, rather than by one condition with an alternative. */
async function rankOf(
  db: Db,
  scores: ScoresOf,
  { number, score }: { number: number; score: number },
): Promise<number> {
  const counted = scoresOf(db, scores).select((eb) => eb.fn.countAll<number>().as('count'))
  const [above, equal] = await Promise.all([
    counted.where('score', '>', score).executeTakeFirstOrThrow(),
    counted.where('score', '=', score).where('number', '<', number).executeTakeFirstOrThrow(),
  ])
  return Number(above.count) + Number(equal.count) + 1
}

/**
 * Lists the best scores among a player and their friends. The numbers are read first: one statement for all took 7 to 19 ms
 * with 100,000 scores.
 */
export async function listAmongFriends(
  db: Db,
  scores: ScoresOf,
  userId: string,
  limit: number,
): Promise<NumberedScore[]> {
  const friends = await friendIds(db, userId).execute()
  const numbers = await numbersOf(db, [userId, ...friends.map(({ id }) => id)])
  if (numbers.size === 0) return []
  // Each player has few scores. The signs keep the database from the indexes of whole leaderboards.
  const ofPeople = db
    .selectFrom('data_scores')
    .where('data_scores.number', 'in', [...numbers.values()])
    .where(sql<boolean>`+data_scores.world_id = ${scores.worldId}`)
    .where('data_scores.store', '=', scores.store)
    .where(sql<boolean>`+data_scores.began = ${scores.began}`)
  const rows = await named(ofPeople)
    .orderBy('data_scores.score', 'desc')
    .orderBy('data_scores.number')
    .limit(limit)
    .execute()
  return ranked(rows, 1)
}
