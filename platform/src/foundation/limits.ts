import { second } from '@baseplate/service/clock'
import { Refused } from './errors.ts'
import type { LimitCounts } from './limit-counts.ts'
import type { PlainCode } from './problem.ts'

/** A number of events per key and window. */
export interface Limit {
  /**
   * Counts one event, or several at once. Callers spend before they act, so that concurrent events cannot all pass an unused limit.
   * @throws Refused `limited` when the key has used up its points.
   */
  spend(key: string, events?: number): Promise<void>
  /** Counts nothing. Callers check before they take something large, such as a file. @throws as `spend` */
  check(key: string): Promise<void>
}

/** Creates a limit of events per user and hour. */
export const hourlyLimit = (counts: LimitCounts, points: number, code: PlainCode): Limit =>
  createLimit(counts, { points, windowSeconds: 3_600, code })

export const createLimit = (
  counts: LimitCounts,
  { points, windowSeconds, code }: { points: number; windowSeconds: number; code: PlainCode },
): Limit => {
  const keyOf = (key: string) => `${code} ${key}`
  return {
    async spend(key, events) {
      const { count, leftMs } = await counts.add(keyOf(key), windowSeconds * second, events)
      if (count > points) throw new Refused(code).retryIn(Math.max(1, Math.ceil(leftMs / second)))
    },
    async check(key) {
      const counted = await counts.read([keyOf(key)])
      // The next event counts itself, and then tells how long to wait.
      if ((counted.get(keyOf(key)) ?? 0) >= points) await this.spend(key)
    },
  }
}
