import type { Clock } from '@baseplate/service/clock'
import { isLoopback, networkOf } from '@baseplate/service/network/address-group'
import { isLocalUrl } from '@baseplate/service/network/host-name'
import type { Config } from '../../foundation/config/schema.ts'
import type { LimitCounts } from '../../foundation/limit-counts.ts'
import { levelOf, slidingCount } from './rules.ts'

/** Counts events that are suspicious in large numbers, by network and on the whole platform, across all processes. */
interface Pressure {
  add(address: string): Promise<void>
  /**
   * Returns the level of work that the events demand. While the site is for its own machine, loopback addresses belong to no
   * network. On a public one, game servers have them, and so have all clients of an undeclared proxy.
   */
  level(address: string): Promise<number>
}

interface Counting {
  limitCounts: LimitCounts
  now: Clock
  config: Pick<Config, 'baseUrl' | 'TrustedProxies'>
}

interface Normal {
  name: string
  windowMs: number
  /** Events within the window that are normal for one network, and for the whole platform. */
  network: number
  platform: number
}

export function createPressure(
  { limitCounts, now, config: { baseUrl, TrustedProxies } }: Counting,
  { name, windowMs, network, platform }: Normal,
): Pressure {
  const isLocal = isLocalUrl(baseUrl) && TrustedProxies.length === 0
  const keysOf = (address: string, window: number) => [
    ...(isLocal && isLoopback(address) ? [] : [`${name} ${networkOf(address)} ${window}`]),
    `${name} ${window}`,
  ]
  return {
    async add(address) {
      // Twice the window, because the sliding window counts part of the previous fixed window.
      for (const key of keysOf(address, Math.floor(now() / windowMs)))
        await limitCounts.add(key, 2 * windowMs)
    },
    async level(address) {
      const window = Math.floor(now() / windowMs)
      const partOver = (now() % windowMs) / windowMs
      const current = keysOf(address, window)
      const previous = keysOf(address, window - 1)
      const counts = await limitCounts.read([...current, ...previous])
      const levels = current.map((key, at) => {
        const [before = ''] = previous.slice(at)
        const events = slidingCount(
          { current: counts.get(key) ?? 0, previous: counts.get(before) ?? 0 },
          partOver,
        )
        return levelOf(events, at === current.length - 1 ? platform : network)
      })
      return Math.max(...levels)
    },
  }
}
