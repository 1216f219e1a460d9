import { type Clock, second } from '@baseplate/service/clock'
import { isPostgres } from '@baseplate/storage/database/dialect'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import { countEvents, removeOldCounts } from './count-events.ts'
import type { Db } from './database.ts'

/** Counts events by key. A window begins with its first event, and the next event after its end begins another one. */
export interface LimitCounts {
  /** Counts one event, or several at once. Returns the count of the window with them, and the time until the window ends. */
  add(key: string, windowMs: number, events?: number): Promise<{ count: number; leftMs: number }>
  /** Returns the counts of the windows of these keys. Keys without a window are missing or have 0. */
  read(keys: readonly string[]): Promise<ReadonlyMap<string, number>>
  /** Removes windows that are over. */
  sweep(): Promise<void>
}

/** Counts in the database where several processes may share it, and in memory on SQLite, which has one process. */
export const createLimitCounts = (parts: { db: Db; now: Clock }): LimitCounts =>
  isPostgres(parts.db)
    ? createSharedCounts(parts)
    : { ...createMemoryCounts(), sweep: () => removeOldCounts(parts.db, parts.now()) }

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
    async read(keys) {
      const found = await Promise.all(
        keys.map(async (key) => [key, (await limiter.get(key))?.consumedPoints ?? 0] as const),
      )
      return new Map(found)
    },
    async sweep() {},
  }
}

/** Counts for all processes, in one statement per event. */
const createSharedCounts = ({ db, now }: { db: Db; now: Clock }): LimitCounts => ({
  async add(key, windowMs, events = 1) {
    const time = now()
    const { count, expires } = await countEvents(db, { key, windowMs, events }, time)
    return { count, leftMs: expires - time }
  },
  async read(keys) {
    const found = await db
      .selectFrom('limit_counts')
      .select(['key', 'count'])
      .where('key', 'in', keys)
      .where('expires', '>', now())
      .execute()
    return new Map(found.map(({ key, count }) => [key, count]))
  },
  sweep: () => removeOldCounts(db, now()),
})
