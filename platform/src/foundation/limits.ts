import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { Refused } from './errors.ts'
import type { PlainCode } from './problem.ts'

/** A number of events per key and window, counted in this process's memory. */
export interface Limit {
  /**
   * Counts one event. Callers spend before they act, so that concurrent events cannot all pass an unused limit.
   * @throws Refused `limited` when the key has used up its points.
   */
  spend(key: string): Promise<void>
}

export function createLimit(options: { points: number; windowSeconds: number; code: PlainCode }): Limit {
  const limiter = new RateLimiterMemory({ points: options.points, duration: options.windowSeconds })
  return {
    async spend(key) {
      try {
        await limiter.consume(key)
      } catch (refusal) {
        if (refusal instanceof RateLimiterRes) {
          const seconds = Math.max(1, Math.ceil(refusal.msBeforeNext / 1_000))
          throw new Refused(options.code).retryIn(seconds)
        }
        throw refusal
      }
    },
  }
}
