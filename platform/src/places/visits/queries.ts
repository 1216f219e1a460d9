import type { Db } from '../../database.ts'
import { isPostgres } from '../../foundation/database/dialect.ts'

/** A session that has begun to play. */
interface StartedSession {
  ticket: string
  place_id: number
  user_id: string
  started: number
  last_ping: number
}

const sessions = (db: Db, tallied: 0 | 1) =>
  db
    .selectFrom('playing_records')
    .select(['ticket', 'place_id'])
    .where('tallied', '=', (eb) => eb.lit(tallied))

/** Lists sessions that are not counted as visits yet, the earliest first. */
export const findUncounted = (db: Db, limit: number) =>
  sessions(db, 0).where('started', 'is not', null).orderBy('started').limit(limit).execute()

/** Lists ended sessions whose played time is not counted yet. */
export const findUnmeasured = (db: Db, limit: number) =>
  sessions(db, 1).where('ended', 'is not', null).orderBy('ended').limit(limit).execute()

/** Locks places in the order of their ids, and returns their sums. */
export async function lockSums(db: Db, placeIds: readonly number[]) {
  const rows = await db
    .selectFrom('places')
    .select(['id', 'popularity', 'momentum'])
    .where('id', 'in', [...new Set(placeIds)])
    .orderBy('id')
    .$if(isPostgres(db), (query) => query.forNoKeyUpdate())
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/**
 * Marks sessions as tallied, and returns them without the ones that another process has marked.
 *
 * @param to 1: the visit is counted; 2: the played time as well
 */
export async function markTallied(
  db: Db,
  found: readonly { ticket: string }[],
  { from, to }: { from: 0 | 1; to: 1 | 2 },
): Promise<StartedSession[]> {
  const rows = await db
    .updateTable('playing_records')
    .set({ tallied: to })
    .where(
      'ticket',
      'in',
      found.map(({ ticket }) => ticket),
    )
    .where('tallied', '=', from)
    .returning(['ticket', 'place_id', 'user_id', 'started', 'last_ping'])
    .execute()
  return rows.map((row) => ({ ...row, started: row.started ?? row.last_ping }))
}

/** Adds visits to the players' histories. Returns the player and the place of each first visit. */
export async function rememberVisits(db: Db, visits: readonly StartedSession[]) {
  const newcomers: { user_id: string; place_id: number; started: number }[] = []
  for (const { user_id, place_id, started } of visits) {
    const { numUpdatedRows } = await db
      .updateTable('place_players')
      .set((eb) => ({ visits: eb('visits', '+', 1), last_played: started }))
      .where('user_id', '=', user_id)
      .where('place_id', '=', place_id)
      .executeTakeFirst()
    if (numUpdatedRows > 0n) continue
    newcomers.push({ user_id, place_id, started })
    await db
      .insertInto('place_players')
      .values({ user_id, place_id, visits: 1, played_ms: 0, last_played: started })
      .execute()
  }
  return newcomers
}

/** Adds played time to a player's history. */
export const rememberPlayed = (db: Db, { user_id, place_id, last_ping }: StartedSession, played: number) =>
  db
    .updateTable('place_players')
    .set((eb) => ({
      played_ms: eb('played_ms', '+', played),
      last_played: eb
        .case()
        .when('last_played', '<', last_ping)
        .then(last_ping)
        .else(eb.ref('last_played'))
        .end(),
    }))
    .where('user_id', '=', user_id)
    .where('place_id', '=', place_id)
    .execute()
