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
 * that marks them as tallied, and has locked their places.
 *
 * @param counted 1 counts the sessions; 0 adds only the time of sessions that are counted already
 */
export async function addPlays(db: Db, sessions: readonly Session[], counted: 0 | 1): Promise<void> {
  const rows = new Map<string, Plays>()
  for (const [placeId, played] of Map.groupBy(sessions, ({ place_id }) => place_id))
    for (const group of await byVersion(db, placeId, played))
      for (const session of group.sessions) addTo(rows, session, group.version, counted)
  if (rows.size === 0) return
  await db
    .insertInto('place_plays')
    .values([...rows.values()])
    .onConflict((conflict) =>
      conflict
        .columns(['place_id', 'day', 'version'])
        .doUpdateSet(addInserted('place_plays', ['sessions', 'played_ms'])),
    )
    .execute()
}

interface Plays {
  place_id: number
  day: number
  version: number
  sessions: number
  played_ms: number
}

function addTo(
  rows: Map<string, Plays>,
  { place_id, started, played }: Session,
  version: number,
  counted: 0 | 1,
) {
  const began = Math.floor(started / day)
  const key = `${place_id} ${began} ${version}`
  const row = rows.get(key) ?? { place_id, day: began, version, sessions: 0, played_ms: 0 }
  rows.set(key, { ...row, sessions: row.sessions + counted, played_ms: row.played_ms + played })
}

/**
 * Groups sessions of a place by the version that was the newest when they began, the latest first. Leaves out sessions from
 * before the first version.
 */
async function byVersion(
  db: Db,
  placeId: number,
  sessions: readonly Session[],
): Promise<{ version: number; sessions: Session[] }[]> {
  const groups: { version: number; sessions: Session[] }[] = []
  let left = sessions.toSorted((one, other) => other.started - one.started)
  for (;;) {
    const [latest] = left
    const newest = latest && (await newestAt(db, placeId, latest.started))
    if (!newest) return groups
    const isOnNewest = ({ started }: Session) => started >= newest.created
    groups.push({ version: newest.version, sessions: left.filter(isOnNewest) })
    left = left.filter((session) => !isOnNewest(session))
  }
}

/** Returns the version of a place that was the newest at a time; undefined: there was none. */
const newestAt = (db: Db, placeId: number, time: number) =>
  db
    .selectFrom('place_updates')
    .select(['version', 'created'])
    .where('place_id', '=', placeId)
    .where('created', '<=', time)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Lists the plays of a place by day and version, starting with a day. */
export const listPlays = (db: Db, placeId: number, fromDay: number) =>
  db
    .selectFrom('place_plays')
    .select(['day', 'version', 'sessions', 'played_ms'])
    .where('place_id', '=', placeId)
    .where('day', '>=', fromDay)
    .orderBy('day')
    .execute()
