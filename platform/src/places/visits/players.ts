import { sql } from 'kysely'
import type { Db } from '../../foundation/database.ts'
import { addInserted } from '../../foundation/statistics.ts'
import type { RememberedVisit } from '../statistics/add.ts'
import type { StartedSession } from './queries.ts'
import { playerKey } from './rules.ts'

/** Adds visits to the players' histories. The places are locked, so no other transaction adds to the same rows. */
export async function rememberVisits(db: Db, visits: readonly StartedSession[]): Promise<RememberedVisit[]> {
  if (visits.length === 0) return []
  const last = await findLastVisits(db, visits)
  const rows = new Map<string, { user_id: string; place_id: number; visits: number; started: number }>()
  const remembered = visits
    .toSorted((one, other) => one.started - other.started)
    .map((visit): RememberedVisit => {
      const { user_id, place_id, started } = visit
      const key = playerKey(visit)
      const before = last.get(key) ?? null
      rows.set(key, { user_id, place_id, visits: (rows.get(key)?.visits ?? 0) + 1, started })
      last.set(key, Math.max(before ?? 0, started))
      return { user_id, place_id, started, before }
    })
  await db
    .insertInto('place_players')
    .values(
      [...rows.values()].map(({ started, ...row }) => ({
        ...row,
        played_ms: 0,
        last_played: started,
        last_visit: started,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'place_id']).doUpdateSet({
        ...addInserted('place_players', ['visits']),
        last_played: later('last_played'),
        last_visit: later('last_visit'),
      }),
    )
    .execute()
  return remembered
}

/** SQL: the later of the stored and the inserted time. Visits are not always counted in the order in which they began. */
const later = (column: 'last_played' | 'last_visit') => {
  const [stored, inserted] = [sql.ref(`place_players.${column}`), sql.ref(`excluded.${column}`)]
  return sql<number>`case when ${stored} > ${inserted} then ${stored} else ${inserted} end`
}

/**
 * Finds when each player's last visit to each place began. Where that is not known, the time when they last played stands in
 * for it.
 */
async function findLastVisits(db: Db, visits: readonly StartedSession[]): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('place_players')
    .select(['user_id', 'place_id', 'last_visit', 'last_played'])
    .where('user_id', 'in', [...new Set(visits.map(({ user_id }) => user_id))])
    .where('place_id', 'in', [...new Set(visits.map(({ place_id }) => place_id))])
    .execute()
  return new Map(rows.map((row) => [playerKey(row), row.last_visit ?? row.last_played]))
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

/** Finds when the last session of each player in each place began that rankings count, by `playerKey`. */
export async function findLastRanked(
  db: Db,
  sessions: readonly { user_id: string; place_id: number }[],
): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('place_players')
    .select(['user_id', 'place_id', 'last_ranked'])
    .where('user_id', 'in', [...new Set(sessions.map(({ user_id }) => user_id))])
    .where('place_id', 'in', [...new Set(sessions.map(({ place_id }) => place_id))])
    .where('last_ranked', 'is not', null)
    .execute()
  return new Map(rows.map((row) => [playerKey(row), row.last_ranked ?? 0]))
}

/** Remembers the sessions that rankings count. */
export async function rememberRanked(db: Db, visits: readonly StartedSession[]): Promise<void> {
  for (const { user_id, place_id, started } of visits)
    await db
      .updateTable('place_players')
      .set({ last_ranked: started })
      .where('user_id', '=', user_id)
      .where('place_id', '=', place_id)
      .execute()
}
