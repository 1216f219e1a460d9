import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { Refused } from './errors.ts'

/** So many events for a key in a window of time; counted in this process's memory. */
export interface Limit {
  /**
   * Counts one event, before it is looked at: of many at once, none sees an unused limit.
   * @throws Refused `limited` when the key has used up its points.
   */
  spend(key: string): Promise<void>
}

export function createLimit(options: { points: number; windowSeconds: number; message: string }): Limit {
  const limiter = new RateLimiterMemory({ points: options.points, duration: options.windowSeconds })
  return {
    async spend(key) {
      try {
        await limiter.consume(key)
      } catch (refusal) {
        if (refusal instanceof RateLimiterRes) {
          const seconds = Math.max(1, Math.ceil(refusal.msBeforeNext / 1_000))
          throw new Refused('limited', options.message, seconds)
        }
        throw refusal
      }
    },
  }
}
