import { type Clock, day, minute } from '@baseplate/service/clock'
import type { Db } from './database.ts'

/**
 * A time for what cannot be undone: docs/decisions/0032-jobs-across-processes.md. It is never later than the clock,
 * and goes on only as processes measure with their steady clocks. A clock that is set forward leaves it behind, and so does the time
 * in which no process runs.
 */
export interface ConfirmedTime {
  time: number
  /** How far the clock was ahead. */
  ahead: number
  /** For how long it was ahead by that much. */
  waited: number
}

/** Steps up to this are taken over at once: a restart, and the interval between two readings. */
const tolerance = 5 * minute

/** A clock that was ahead for this long is right. Longer than anything waits that an administrator or an owner may still stop. */
const trustedAfter = 30 * day

/** The time that a process read last, and how much has passed since by its steady clock. */
interface Known extends ConfirmedTime {
  elapsed: number
}

/**
 * Moves the confirmed time on.
 *
 * @param longestWait nothing waits longer than this
 */
export function advance(
  stored: ConfirmedTime,
  { clock, known, longestWait }: { clock: number; known: Known | undefined; longestWait: number },
): ConfirmedTime {
  // A time that another process has set back is not that which this one knows.
  const isSame = known !== undefined && stored.time >= known.time
  const time = isSame ? Math.max(stored.time, known.time + known.elapsed) : stored.time
  const ahead = clock - time
  if (ahead <= tolerance) return { time: clock, ahead: 0, waited: 0 }
  const waited = isSame ? Math.max(stored.waited, known.waited + known.elapsed) : stored.waited
  // A further step has to wait as long as it is large: the first one would otherwise vouch for it.
  const weighed = ahead > stored.ahead + tolerance ? (waited * stored.ahead) / ahead : waited
  if (weighed >= Math.max(trustedAfter, longestWait)) return { time: clock, ahead: 0, waited: 0 }
  return { time: Math.round(time), ahead: Math.round(ahead), waited: Math.round(weighed) }
}

/** Returns a function that reads the confirmed time of the database and moves it on. Jobs read it at least every minute. */
export function createConfirmedTime(
  { db, now, elapsed }: { db: Db; now: Clock; elapsed: Clock },
  longestWait: number,
): () => Promise<number> {
  let last: (ConfirmedTime & { at: number }) | undefined
  return async () => {
    // Read before the query. Otherwise, a value that another call sets meanwhile makes the stored time look as if it had been set back.
    const before = last
    const stored = await db
      .selectFrom('confirmed_time')
      .select(['time', 'ahead', 'waited'])
      .where('id', '=', 1)
      .executeTakeFirst()
    const at = elapsed()
    const clock = now()
    const known = before && { ...before, elapsed: at - before.at }
    const next = stored
      ? advance(stored, { clock, known, longestWait })
      : { time: clock, ahead: 0, waited: 0 }
    // A reading that was not stored may be later than the stored one, which would look like a time that was set back.
    if ((await store(db, stored, next)) || !last) last = { ...next, at }
    return next.time
  }
}

/** Returns false if another reading has moved the time on meanwhile. */
async function store(db: Db, stored: ConfirmedTime | undefined, next: ConfirmedTime): Promise<boolean> {
  if (!stored) {
    const { numInsertedOrUpdatedRows = 0n } = await db
      .insertInto('confirmed_time')
      .values({ id: 1, ...next })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    return numInsertedOrUpdatedRows > 0n
  }
  if (stored.time === next.time && stored.waited === next.waited && stored.ahead === next.ahead) return true
  const { numUpdatedRows } = await db
    .updateTable('confirmed_time')
    .set(next)
    .where('time', '=', stored.time)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
