import { day } from '@baseplate/service/clock'
import type { Db } from '../../foundation/database.ts'
import { addInserted } from '../../foundation/statistics.ts'

interface Session {
  place_id: number
  started: number
  /** Milliseconds; 0 until it has ended. */
  played: number
}

/**
 * Adds sessions and their played time to the counts of the day and the version on which they began. Runs inside the transaction
 * that marks them as tallied.
 *
 * @param counted 1 counts the sessions; 0 adds only the time of sessions that are counted already
 */
export async function addPlays(db: Db, sessions: readonly Session[], counted: 0 | 1): Promise<void> {
  const order = (one: Session, other: Session) => one.place_id - other.place_id || one.started - other.started
  for (const { place_id: placeId, started, played } of sessions.toSorted(order)) {
    const version = await versionAt(db, placeId, started)
    if (version === undefined) continue
    await db
      .insertInto('place_plays')
      .values({
        place_id: placeId,
        day: Math.floor(started / day),
        version,
        sessions: counted,
        played_ms: played,
      })
      .onConflict((conflict) =>
        conflict
          .columns(['place_id', 'day', 'version'])
          .doUpdateSet(addInserted('place_plays', ['sessions', 'played_ms'])),
      )
      .execute()
  }
}

/** Returns the version of a place that was the newest at a time; undefined: there was none. */
async function versionAt(db: Db, placeId: number, time: number): Promise<number | undefined> {
  const found = await db
    .selectFrom('place_updates')
    .select('version')
    .where('place_id', '=', placeId)
    .where('created', '<=', time)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
  return found?.version
}

/** Lists the plays of a place by day and version, starting with a day. */
export const listPlays = (db: Db, placeId: number, fromDay: number) =>
  db
    .selectFrom('place_plays')
    .select(['day', 'version', 'sessions', 'played_ms'])
    .where('place_id', '=', placeId)
    .where('day', '>=', fromDay)
    .orderBy('day')
    .execute()
