import { type Clock, minute, second } from '@baseplate/service/clock'
import { Refused } from '../../foundation/errors.ts'
import type { LimitCounts } from '../../foundation/limit-counts.ts'

/** The quota of a token in this minute, and the unused part of it. */
export interface Budget {
  quota: number
  remaining: number
  resetSeconds: number
}

export interface TokenBudgets {
  /** Counts a request of a token. @throws Refused `limited` */
  spend(tokenId: string): Promise<Budget>
}

interface Share {
  left: number
  /** Requests that all processes together may still take. */
  common: number
  ends: number
}

/** A process takes this part of a quota at once, so that most requests need no statement. */
const shares = 20

/**
 * Limits the requests of each token in a minute, over all processes. The sum never exceeds the quota. A process may waste the rest
 * of its last share, so each further process may cost a token up to a twentieth of its quota.
 */
export function createTokenBudgets(counts: LimitCounts, now: Clock, quota: number): TokenBudgets {
  const size = Math.max(1, Math.floor(quota / shares))
  const taken = new Map<string, Share>()
  const taking = new Map<string, Promise<Share>>()

  async function take(tokenId: string): Promise<Share> {
    const { count, leftMs } = await counts.add(`token ${tokenId}`, minute, size)
    const granted = Math.min(size, Math.max(0, quota - (count - size)))
    const share = { left: granted, common: Math.max(0, quota - count), ends: now() + leftMs }
    if (taken.size > 10_000) forgetEnded(taken, now())
    taken.set(tokenId, share)
    return share
  }

  /** Simultaneous requests wait for one share, instead of each taking its own. */
  function takeOnce(tokenId: string): Promise<Share> {
    const running = taking.get(tokenId) ?? take(tokenId).finally(() => taking.delete(tokenId))
    taking.set(tokenId, running)
    return running
  }

  return {
    async spend(tokenId) {
      let share = taken.get(tokenId)
      while (!share || share.ends <= now() || (share.left === 0 && share.common > 0))
        share = await takeOnce(tokenId)
      const resetSeconds = Math.max(1, Math.ceil((share.ends - now()) / second))
      if (share.left === 0) throw new Refused('limits.token_requests').retryIn(resetSeconds)
      share.left--
      return { quota, remaining: share.left + share.common, resetSeconds }
    },
  }
}

function forgetEnded(taken: Map<string, Share>, now: number): void {
  for (const [tokenId, { ends }] of taken) if (ends <= now) taken.delete(tokenId)
}
