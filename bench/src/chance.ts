/** Returns a generator of pseudo-random numbers from 0 to 1, the same with every run (mulberry32). */
export function chanceFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Returns two words for a number, so that each word occurs in many names. */
export const wordsOf = (first: readonly string[], last: readonly string[], at: number): string[] => [
  first[at % first.length] ?? '',
  last[Math.floor(at / first.length) % last.length] ?? '',
]
