import { addressGroup } from '@baseplate/service/network/address-group'
import { OpenByClient } from '@baseplate/service/open-by-client'
import { Refused } from '../../foundation/errors.ts'
import { type CountFollower, createCountFollower, type PlayerEvent } from './count-follower.ts'
import type { PlaceRanking, PlaceRankings } from './ranking.ts'

/**
 * Maximum followers per address and per process. A browser has one for all its tabs, but a school may share one address. A stream
 * takes about 50 KB of memory.
 */
const followerCaps = { each: 100, all: 10_000 }

/** Live player counts for pages that show places. */
export interface PlayerCounts {
  /**
   * Yields the counts of these places, then their changes, until the signal aborts or this process stops. Places that are private
   * or do not exist count 0 players.
   *
   * @param address of the client, for the limit.
   * @throws Refused `limited`: too many followers at this address or in this process.
   */
  follow(placeIds: readonly number[], address: string, signal: AbortSignal): AsyncGenerator<PlayerEvent, void>
  /** Reads the counts once for all followers, and notifies followers of changed places. */
  poll(): Promise<void>
  /** Sends a heartbeat to every follower. */
  heartbeat(): Promise<void>
  /** Number of followers in this process. */
  followers(): number
  /** Ends all streams and refuses new ones, because the process is about to stop. */
  endWaits(): void
}

export function createPlayerCounts({ placeRankings }: { placeRankings: PlaceRankings }): PlayerCounts {
  const followers = new OpenByClient<CountFollower>(followerCaps)
  let latest: PlaceRanking | undefined
  let ending = false

  const countOf = (placeId: number) => latest?.playerCounts.get(placeId) ?? 0

  const read = async () => {
    const ranking = await placeRankings.read()
    const before = latest
    if (before && ranking.at <= before.at) return
    latest = ranking
    if (!before) return
    const changed = changesBetween(before.playerCounts, ranking.playerCounts)
    for (const follower of followers.all()) follower.notifyChanged(changed)
  }

  return {
    follow(placeIds, from, signal) {
      const address = addressGroup(from)
      const follower = createCountFollower(placeIds, countOf)
      if (followers.admit(address, follower)) throw new Refused('places.too_many_followed')
      const leave = () => {
        follower.end()
        followers.remove(address, follower)
      }
      if (ending || signal.aborted) leave()
      // A generator that was never started does not run its `finally`.
      else signal.addEventListener('abort', leave, { once: true })
      return (async function* () {
        try {
          await read()
          yield* follower.events()
        } finally {
          leave()
        }
      })()
    },
    async poll() {
      if (followers.size > 0) await read()
    },
    followers: () => followers.size,
    async heartbeat() {
      for (const follower of followers.all()) follower.heartbeat()
    },
    endWaits() {
      ending = true
      for (const follower of followers.all()) follower.end()
    },
  }
}

/** Returns the places whose count differs. */
function changesBetween(before: ReadonlyMap<number, number>, now: ReadonlyMap<number, number>): Set<number> {
  const changed = new Set<number>()
  for (const [id, count] of now) if (before.get(id) !== count) changed.add(id)
  for (const id of before.keys()) if (!now.has(id)) changed.add(id)
  return changed
}
