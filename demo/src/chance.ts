/** Chance that is the same with every run, so that the demo world is, too. */
export interface Chance {
  /** A whole number from 0 up to the limit, without it. */
  below(limit: number): number
  /** Whether something of this probability happens. */
  happens(probability: number): boolean
  one<T>(of: readonly T[]): T
  /** Some of them, each at most once, in no order. */
  some<T>(of: readonly T[], count: number): T[]
}

export function chanceFrom(seed: number): Chance {
  let state = seed
  // A linear congruential generator (Numerical Recipes), whose high bits are taken.
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
  const below = (limit: number) => Math.floor(next() * limit)
  const one = <T>(of: readonly T[]): T => {
    const item = of[below(of.length)]
    if (item === undefined) throw new Error('there is nothing to choose from')
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
