import { createSharedSlots } from '@baseplate/platform/foundation/slots'
import { LRUCache } from 'lru-cache'

/** One conversion at a time, so that those of visitors delay an upload by at most one. */
const conversions = {
  each: { atOnce: 1, waiting: 40, code: 'files.images_busy', retryAfter: 2 },
  all: { atOnce: 1, waiting: 200, code: 'files.images_busy', retryAfter: 2 },
} as const

/**
 * Returns a function that converts each picture once, and keeps the latest results in memory.
 *
 * @param max number of results that are kept, of a few kilobytes each
 * @returns the function, which takes a name of the result and the address that asks; it throws Refused `busy`.
 */
export function keepConversions<Result extends object>(max: number) {
  const cache = new LRUCache<string, Promise<Result>>({ max })
  const converting = createSharedSlots(conversions)
  return (name: string, client: string, convert: () => Promise<Result>): Promise<Result> => {
    const cached = cache.get(name)
    if (cached) return cached
    const result = converting.run(client, convert)
    cache.set(name, result)
    result.catch(() => {
      if (cache.peek(name) === result) cache.delete(name)
    })
    return result
  }
}
