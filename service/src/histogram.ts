/** Counts values in buckets, each with the smallest bound that is not exceeded, as Prometheus does. */
export class Histogram {
  readonly bounds: readonly number[]
  /** Number of values in each bucket. The last bucket has no bound. */
  readonly counts: number[]
  sum = 0

  /** @param bounds in ascending order */
  constructor(bounds: readonly number[]) {
    this.bounds = bounds
    this.counts = new Array<number>(bounds.length + 1).fill(0)
  }

  observe(value: number): void {
    const found = this.bounds.findIndex((bound) => value <= bound)
    const index = found === -1 ? this.bounds.length : found
    this.counts[index] = (this.counts[index] ?? 0) + 1
    this.sum += value
  }
}
