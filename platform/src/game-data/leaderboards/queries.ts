import { isPostgres } from '@baseplate/storage/database/dialect'
import { type Selectable, sql } from 'kysely'
import type { Db } from '../../foundation/database.ts'
import { inParts } from '../../foundation/in-parts.ts'
import type { GameDataTables } from '../tables.ts'
import { periodAt, periodBefore, periodEnd } from './rules.ts'

export type Leaderboard = Selectable<GameDataTables['data_leaderboards']>

/**
 * Locks the leaderboards of a world until the end of the transaction. So no number that a server writes is missing from a leaderboard
 * that begins at the same moment. SQLite needs nothing, because its transactions run one after the other.
 */
export async function lockLeaderboards(
  trx: Db,
  worldId: number,
  purpose: 'to read' | 'to change',
): Promise<void> {
  if (!isPostgres(trx)) return
  const lock = purpose === 'to read' ? sql`pg_advisory_xact_lock_shared` : sql`pg_advisory_xact_lock`
  await sql`select ${lock}(hashtextextended(${`leaderboards ${worldId}`}, 0))`.execute(trx)
}

export const findLeaderboard = (db: Db, worldId: number, store: string): Promise<Leaderboard | undefined> =>
  db
    .selectFrom('data_leaderboards')
    .selectAll()
    .where('world_id', '=', worldId)
    .where('store', '=', store)
    .executeTakeFirst()

/** Lists the leaderboards of a world, by title. */
export const listLeaderboards = (db: Db, worldId: number): Promise<Leaderboard[]> =>
  db
    .selectFrom('data_leaderboards')
    .selectAll()
    .where('world_id', '=', worldId)
    .orderBy('title')
    .orderBy('store')
    .execute()

/** The scores of a leaderboard that count together. */
export interface ScoresOf {
  worldId: number
  store: string
  /** When their period began. */
  began: number
}

export const scoresOf = (db: Db, { worldId, store, began }: ScoresOf) =>
  db
    .selectFrom('data_scores')
    .where('data_scores.world_id', '=', worldId)
    .where('data_scores.store', '=', store)
    .where('data_scores.began', '=', began)

/** Returns the score of a player. Null: none. */
export const findScore = async (db: Db, scores: ScoresOf, number: number): Promise<number | null> =>
  (await scoresOf(db, scores).select('score').where('number', '=', number).executeTakeFirst())?.score ?? null

/** Stores the score of a player. */
export async function storeScore(
  db: Db,
  { world_id, store, period }: Leaderboard,
  { number, score }: { number: number; score: number },
  now: number,
): Promise<void> {
  const began = periodAt(period, now)
  await db
    .insertInto('data_scores')
    .values({ world_id, store, began, number, score, expires: expiresOf(period, began) })
    .onConflict((conflict) =>
      conflict.columns(['world_id', 'store', 'began', 'number']).doUpdateSet({ score }),
    )
    .execute()
}

/** Scores are kept until the period after theirs has ended, too. */
function expiresOf(period: Leaderboard['period'], began: number): number | null {
  const end = periodEnd(period, began)
  return end === null ? null : periodEnd(period, end)
}

/** Counts the numbers that a store already has. */
export async function fillLeaderboard(
  db: Db,
  { world_id, store, period }: Leaderboard,
  now: number,
): Promise<void> {
  const began = periodAt(period, now)
  await sql`
    insert into data_scores (world_id, store, began, number, score, expires)
    select world_id, store, ${sql.lit(began)}, cast(key as integer), number, ${sql.lit(expiresOf(period, began))}
    from data_entries
    where world_id = ${world_id} and store = ${store} and scope = 'player' and number is not null
      and updated >= ${began}`.execute(db)
}

export const removeScoresOfBoard = (db: Db, worldId: number, store: string) =>
  db.deleteFrom('data_scores').where('world_id', '=', worldId).where('store', '=', store).execute()

/** Removes the scores of a player in a store, of all periods. */
export const removeScores = (db: Db, { worldId, store }: Omit<ScoresOf, 'began'>, number: number) =>
  db
    .deleteFrom('data_scores')
    .where('world_id', '=', worldId)
    .where('store', '=', store)
    .where('number', '=', number)
    .executeTakeFirstOrThrow()

/** Erases the scores of a player in all games. */
export const eraseScores = (db: Db, number: number) =>
  db.deleteFrom('data_scores').where('number', '=', number).execute()

/** Removes scores of periods that are no longer shown. */
export const sweepScores = (db: Db, now: number): Promise<void> =>
  inParts(
    (limit) =>
      db
        .selectFrom('data_scores')
        .select(['world_id', 'store', 'began', 'number'])
        .where('expires', '<', now)
        .limit(limit)
        .execute(),
    async (old) => {
      await db
        .deleteFrom('data_scores')
        .where(({ eb, refTuple, tuple }) =>
          eb(
            refTuple('world_id', 'store', 'began', 'number'),
            'in',
            old.map((row) => tuple(row.world_id, row.store, row.began, row.number)),
          ),
        )
        .execute()
    },
  )

/** Returns the beginnings of the present period and of the one before. */
export function periodsOf({ period }: Leaderboard, now: number): { present: number; before: number | null } {
  const present = periodAt(period, now)
  return { present, before: periodBefore(period, present) }
}
