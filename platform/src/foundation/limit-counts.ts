import { sql } from 'kysely'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import type { Db } from '../database.ts'
import { type Clock, second } from './clock.ts'
import { isPostgres } from './database/dialect.ts'

/** Counts events by key. A window begins with its first event, and the next event after its end begins another one. */
export interface LimitCounts {
  /**
   * Counts one event, or several at once. Returns the events of the window with these, and the time that is left of it.
   */
  add(key: string, windowMs: number, events?: number): Promise<{ count: number; leftMs: number }>
  /** Removes windows that are over. */
  sweep(): Promise<void>
}

/** Counts in the database where several processes may share it, and in memory on SQLite, which has one process. */
export const createLimitCounts = (parts: { db: Db; now: Clock }): LimitCounts =>
  isPostgres(parts.db) ? createSharedCounts(parts) : createMemoryCounts()

/** Counts in this process's memory. */
export function createMemoryCounts(): LimitCounts {
  // `duration` applies to keys without `customDuration`. Every key has one.
  const limiter = new RateLimiterMemory({ points: Number.MAX_SAFE_INTEGER, duration: 1 })
  return {
    async add(key, windowMs, events = 1) {
      const { consumedPoints, msBeforeNext } = await limiter.consume(key, events, {
        customDuration: windowMs / second,
      })
      return { count: consumedPoints, leftMs: msBeforeNext }
    },
    async sweep() {},
  }
}

/** Maximum count of a window. No limit is higher, and a flood must not overflow the column. */
const maxCount = 1_000_000_000

/** Counts for all processes, in one statement per event. */
const createSharedCounts = ({ db, now }: { db: Db; now: Clock }): LimitCounts => ({
  async add(key, windowMs, events = 1) {
    const time = now()
    const isOver = sql<boolean>`limit_counts.expires <= ${time}`
    const { count, expires } = await db
      .insertInto('limit_counts')
      .values({ key, count: events, expires: time + windowMs })
      .onConflict((conflict) =>
        conflict.column('key').doUpdateSet((eb) => ({
          count: eb
            .case()
            .when(isOver)
            .then(events)
            .else(sql<number>`least(limit_counts.count + ${events}::int, ${maxCount})`)
            .end(),
          expires: eb
            .case()
            .when(isOver)
            .then(eb.ref('excluded.expires'))
            .else(eb.ref('limit_counts.expires'))
            .end(),
        })),
      )
      .returning(['count', 'expires'])
      .executeTakeFirstOrThrow()
    return { count, leftMs: expires - time }
  },
  async sweep() {
    await db.deleteFrom('limit_counts').where('expires', '<=', now()).execute()
  },
})
