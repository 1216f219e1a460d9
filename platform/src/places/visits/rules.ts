import { day, hour, minute } from '@baseplate/service/clock'

/** Start of all decayed sums. Later than this, every sum with a visit is positive. */
const epoch = Date.UTC(2020, 0, 1)

/** A sum is stored as its binary logarithm, in this many parts. */
const parts = 10_000

/** A visit counts half after this long. */
export const halfLife = { popularity: 7 * day, momentum: day } as const

/**
 * Adds visits to a sum in which each visit counts half after every half-life.
 *
 * The sum weights later visits more instead of earlier ones less ("forward decay"). Sums of different ages are therefore
 * comparable without recalculation, and an index of them stays in order as time passes. 0 is a sum without visits.
 */
export function decayedSum(sum: number, visits: number, now: number, halfLifeMs: number): number {
  if (visits === 0) return sum
  const added = Math.max(0, now - epoch) / halfLifeMs + Math.log2(visits)
  if (sum === 0) return Math.max(1, Math.round(added * parts))
  const [low, high] = [sum / parts, added].toSorted((one, other) => one - other) as [number, number]
  return Math.round((high + Math.log2(1 + 2 ** (low - high))) * parts)
}

/**
 * Ranks a place by how much of its recent popularity is new: visits of about a day, divided by the square root of those of
 * about a week. Both are logarithms, and time adds the same to the rank of every place, so ranks stay comparable.
 */
export const risingOf = ({ popularity, momentum }: { popularity: number; momentum: number }): number =>
  momentum === 0 ? 0 : Math.max(1, Math.round(momentum - popularity / 2))

/** Rankings count a session after this much play, so that opening games does not rank them. */
export const rankedAfter = 5 * minute

/** Rankings count each player once in this time for a place. */
const rankedOnceIn = 6 * hour

interface Session {
  place_id: number
  user_id: string
  started: number
  last_ping: number
}

/** Whether rankings may count a session. */
export const isRankable = (session: Session, ownerId: string | undefined): boolean =>
  session.user_id !== ownerId && session.last_ping - session.started >= rankedAfter

export const playerKey = ({ user_id, place_id }: { user_id: string; place_id: number }) =>
  `${user_id} ${place_id}`

/**
 * Chooses the sessions that rankings count, with the start of the one that was counted before; null: it is the player's first.
 *
 * @param last start of the last counted session, by `playerKey`
 */
export function rankedVisits<Counted extends Session>(
  sessions: readonly Counted[],
  last: ReadonlyMap<string, number>,
): (Counted & { before: number | null })[] {
  const counted = new Map(last)
  return sessions
    .toSorted((one, other) => one.started - other.started)
    .flatMap((session) => {
      const key = playerKey(session)
      const before = counted.get(key) ?? null
      if (before !== null && session.started - before < rankedOnceIn) return []
      counted.set(key, session.started)
      return [{ ...session, before }]
    })
}
