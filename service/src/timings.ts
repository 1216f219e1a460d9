/** Upper bounds of the buckets, in seconds. */
export const timingBounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

/** Durations of one operation. */
export interface Timing {
  readonly bounds: readonly number[]
  /** Number of durations in each bucket. The last bucket has no bound. */
  readonly counts: number[]
  /** Seconds. */
  sum: number
  failures: number
}

/** Durations by operation, counted with plain numbers. There must be few operations, because none is ever forgotten. */
export class Timings {
  readonly #operations = new Map<string, Timing>()

  observe(operation: string, ms: number, failed: boolean): void {
    const timing = this.#operations.get(operation) ?? this.#add(operation)
    const seconds = ms / 1_000
    let bucket = 0
    while (seconds > (timingBounds[bucket] ?? Number.POSITIVE_INFINITY)) bucket += 1
    timing.counts[bucket] = (timing.counts[bucket] ?? 0) + 1
    timing.sum += seconds
    if (failed) timing.failures += 1
  }

  entries(): Iterable<readonly [operation: string, Timing]> {
    return this.#operations
  }

  #add(operation: string): Timing {
    const counts = new Array<number>(timingBounds.length + 1).fill(0)
    const timing = { bounds: timingBounds, counts, sum: 0, failures: 0 }
    this.#operations.set(operation, timing)
    return timing
  }
}
