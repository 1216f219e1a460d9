/** Seeded random choices, so that every run creates the same demo world. */
export interface Chance {
  /** Returns a whole number from 0 to below the limit. */
  below(limit: number): number
  /** Returns true with this probability. */
  happens(probability: number): boolean
  one<T>(of: readonly T[]): T
  /** Picks distinct items in random order. */
  some<T>(of: readonly T[], count: number): T[]
}

export function chanceFrom(seed: number): Chance {
  let state = seed
  // Linear congruential generator (Numerical Recipes), of which only the high bits are used.
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
  const below = (limit: number) => Math.floor(next() * limit)
  const one = <T>(of: readonly T[]): T => {
    const item = of[below(of.length)]
    if (item === undefined) throw new Error('cannot choose from an empty list')
    return item
  }
  return {
    below,
    happens: (probability) => next() < probability,
    one,
    some<T>(of: readonly T[], count: number) {
      const left = [...of]
      const taken: T[] = []
      while (taken.length < count && left.length > 0) taken.push(...left.splice(below(left.length), 1))
      return taken
    },
  }
}
