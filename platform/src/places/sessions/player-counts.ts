import { addressGroup } from '../../foundation/address-group.ts'
import { Refused } from '../../foundation/errors.ts'
import type { PlaceRanking, PlaceRankings } from '../lists/ranking.ts'
import { type CountFollower, createCountFollower, type PlayerEvent } from './count-follower.ts'

/** One for each browser, whatever the number of its tabs: a school, or a provider that hides many behind one address. */
const followersPerAddress = 100

/** What a process has the memory for: a stream takes about 50 KB of it. */
const followersInAll = 10_000

/** Live counts: those who look at places are told of each how many play in it, while they look. */
export interface PlayerCounts {
  /**
   * The counts of these public places, and each that changes, until the signal is given or this process stops. Of a
   * place that is private, or is none, nobody plays. Nothing is read ahead of whoever takes it.
   *
   * @param from the address of who asks.
   * @throws Refused `limited`: too many follow, from this address or in all.
   */
  follow(placeIds: readonly number[], address: string, signal: AbortSignal): AsyncGenerator<PlayerEvent, void>
  /** Counts once for everybody who follows, and tells those who look at a place whose count has changed. */
  look(): Promise<void>
  /** Lets everybody who follows hear that the line is alive. */
  heartbeat(): Promise<void>
  /** How many follow, in this process. */
  followers(): number
  /** Ends all following, and nobody follows from now on: the process is about to stop. */
  endWaits(): void
}

export function createPlayerCounts({ placeRankings }: { placeRankings: PlaceRankings }): PlayerCounts {
  const followers = new Set<CountFollower>()
  const perAddress = new Map<string, number>()
  let seen: PlaceRanking | undefined
  let ending = false

  const countOf = (placeId: number) => seen?.playerCounts.get(placeId) ?? 0

  const read = async () => {
    const ranking = await placeRankings.read()
    const before = seen
    if (before && ranking.at <= before.at) return
    seen = ranking
    if (!before) return
    const changed = changesBetween(before.playerCounts, ranking.playerCounts)
    for (const follower of followers) follower.tellChanged(changed)
  }

  const add = (follower: CountFollower, address: string) => {
    followers.add(follower)
    perAddress.set(address, (perAddress.get(address) ?? 0) + 1)
  }

  const remove = (follower: CountFollower, address: string) => {
    if (!followers.delete(follower)) return
    const left = (perAddress.get(address) ?? 0) - 1
    if (left > 0) perAddress.set(address, left)
    else perAddress.delete(address)
  }

  return {
    follow(placeIds, from, signal) {
      const address = addressGroup(from)
      if (followers.size >= followersInAll || (perAddress.get(address) ?? 0) >= followersPerAddress)
        throw new Refused('limited', 'Too many pages are open. Their counts are those of when they were made')
      const follower = createCountFollower(placeIds, countOf)
      const leave = () => {
        follower.end()
        remove(follower, address)
      }
      if (ending || signal.aborted) follower.end()
      else {
        add(follower, address)
        // Whoever leaves before anything was taken has nobody else to say so.
        signal.addEventListener('abort', leave, { once: true })
      }
      return (async function* () {
        try {
          await read()
          yield* follower.events()
        } finally {
          leave()
        }
      })()
    },
    async look() {
      if (followers.size > 0) await read()
    },
    followers: () => followers.size,
    async heartbeat() {
      for (const follower of followers) follower.tellBeat()
    },
    endWaits() {
      ending = true
      for (const follower of followers) follower.end()
    },
  }
}

/** The places where not as many play as before. */
function changesBetween(before: ReadonlyMap<number, number>, now: ReadonlyMap<number, number>): Set<number> {
  const changed = new Set<number>()
  for (const [id, count] of now) if (before.get(id) !== count) changed.add(id)
  for (const id of before.keys()) if (!now.has(id)) changed.add(id)
  return changed
}
