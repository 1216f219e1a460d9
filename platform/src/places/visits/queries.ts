import { isPostgres } from '@baseplate/storage/database/dialect'
import type { Db } from '../../foundation/database.ts'
import { rankedAfter } from './rules.ts'

/** A session that has begun to play. */
export interface StartedSession {
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

/**
 * Lists counted sessions that have lasted long enough for rankings, or have ended, and that rankings have not considered yet.
 */
export const findUnranked = (db: Db, now: number, limit: number) =>
  db
    .selectFrom('playing_records')
    .select(['ticket', 'place_id'])
    .where('started', '<=', now - rankedAfter)
    .where('started', 'is not', null)
    .where('ranked', '=', (eb) => eb.lit(0))
    .where('tallied', '>', 0)
    .where((eb) =>
      eb.or([eb('ended', 'is not', null), eb(eb('last_ping', '-', eb.ref('started')), '>=', rankedAfter)]),
    )
    .orderBy('started')
    .limit(limit)
    .execute()

/** Locks places in the order of their ids, and returns their owners and sums. */
export async function lockPlayed(db: Db, placeIds: readonly number[]) {
  const rows = await db
    .selectFrom('places')
    .select(['id', 'owner_id', 'popularity', 'momentum'])
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
export const markTallied = (
  db: Db,
  found: readonly { ticket: string }[],
  { from, to }: { from: 0 | 1; to: 1 | 2 },
): Promise<StartedSession[]> => mark(db, found, { column: 'tallied', from, to })

/** Marks sessions as considered by rankings, and returns them without the ones that another process has marked. */
export const markRanked = (db: Db, found: readonly { ticket: string }[]): Promise<StartedSession[]> =>
  mark(db, found, { column: 'ranked', from: 0, to: 1 })

async function mark(
  db: Db,
  found: readonly { ticket: string }[],
  { column, from, to }: { column: 'tallied' | 'ranked'; from: number; to: number },
): Promise<StartedSession[]> {
  const rows = await db
    .updateTable('playing_records')
    .set({ [column]: to })
    .where(
      'ticket',
      'in',
      found.map(({ ticket }) => ticket),
    )
    .where(column, '=', from)
    .returning(['ticket', 'place_id', 'user_id', 'started', 'last_ping'])
    .execute()
  return rows.map((row) => ({ ...row, started: row.started ?? row.last_ping }))
}
