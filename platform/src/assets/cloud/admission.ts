import { randomUUID } from 'node:crypto'
import { minute, second } from '@baseplate/service/clock'
import { LRUCache } from 'lru-cache'
import { Refused } from '../../foundation/errors.ts'
import type { LimitCounts } from '../../foundation/limit-counts.ts'
import { createLimit } from '../../foundation/limits.ts'
import { createSharedSlots } from '../../foundation/slots.ts'

/** Requests of one client to the cloud. A large game loads some hundred files that are not cached yet. */
const perClient = { points: 1_000, windowSeconds: (10 * minute) / second }

const retryAfter = 5

/**
 * Maximum number of requests to the cloud at once, and of waiting ones. One address cannot occupy all slots, even if the cloud
 * answers its requests late.
 */
const requests = {
  each: { atOnce: 8, waiting: 100, code: 'cloud.busy', retryAfter },
  all: { atOnce: 32, waiting: 500, code: 'cloud.busy', retryAfter },
} as const

/**
 * Number of assets that are known to be missing, and the time after which the cloud is asked again. The number is a sum of sizes,
 * because a cache with a maximum number of entries allocates memory for all of them at once.
 */
const missing = { maxSize: 50_000, sizeCalculation: () => 1, ttl: 10 * minute }

/** Decides which requests of clients may ask the asset cloud, which the operator pays for. */
export interface CloudAdmission {
  /**
   * Asks the cloud about an asset.
   *
   * @param key of the question. An answer that the asset does not exist is remembered for some minutes.
   * @param client address that causes the request; undefined for the platform itself.
   * @throws Refused `limited`, `busy`; any error of `ask`
   */
  ask<T>(key: string, client: string | undefined, ask: () => Promise<T>): Promise<T>
}

/** @param isMissing whether an error says that the cloud does not have the asset */
export function createCloudAdmission(
  counts: LimitCounts,
  isMissing: (refused: Refused) => boolean,
): CloudAdmission {
  const limit = createLimit(counts, { ...perClient, code: 'limits.cloud_assets' })
  const slots = createSharedSlots(requests)
  const known = new LRUCache<string, Refused>(missing)
  return {
    async ask(key, client, ask) {
      const refused = known.get(key)
      if (refused) throw refused
      if (client !== undefined) await limit.spend(client)
      try {
        // Requests of the platform itself count only towards the limit of all.
        return await slots.run(client ?? randomUUID(), ask)
      } catch (error) {
        if (error instanceof Refused && isMissing(error)) known.set(key, error)
        throw error
      }
    },
  }
}

/** Returns a function that asks the cloud when it is the client's turn, unless the client has waited for too long by then. */
export const createTurns =
  (admission: CloudAdmission, longestMs: number) =>
  <T>(key: string, client: string | undefined, ask: () => Promise<T>): Promise<T> => {
    const patience = AbortSignal.timeout(longestMs)
    return admission.ask(key, client, async () => {
      if (patience.aborted) throw new Refused('cloud.late')
      return ask()
    })
  }
