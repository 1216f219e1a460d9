import { minute } from '@baseplate/service/clock'

/** A challenge is valid for this long, which leaves time to type the password again. */
export const challengeLifetime = 10 * minute

/** A used challenge is remembered until it has expired for every process, also when their clocks differ. */
export const usedLifetime = 2 * challengeLifetime

/** A browser without scripts may send an unsolved challenge again after this long. */
export const unsolvedWait = minute

/** The hardest challenge takes 32 times the work of the easiest. A phone solves it in a minute. */
const maxLevel = 6

/**
 * Returns the level of work for a number of events, 0 for none. Work starts when the events reach the normal number, and doubles
 * with each doubling of the events.
 */
export const levelOf = (events: number, normal: number): number =>
  events < normal ? 0 : Math.min(maxLevel, 1 + Math.floor(Math.log2(events / normal)))

/** Returns the mean number of hashes that a level takes. */
export const hashesOf = (level: number, easiest: number): number => easiest * 2 ** (level - 1)

/** An attack may have grown while a challenge was solved, but not by much. Cheap challenges are not worth hoarding. */
export const isEnough = (solved: number, needed: number): boolean => solved >= needed - 1

/** Returns how many events a sliding window has, from the counts of the fixed windows that it overlaps. */
export const slidingCount = (
  { current, previous }: { current: number; previous: number },
  partOver: number,
): number => current + previous * (1 - partOver)
