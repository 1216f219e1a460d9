/** Counts values by the smallest of some bounds that they do not exceed, as Prometheus does. */
export class Histogram {
  readonly bounds: readonly number[]
  /** How many values fell to each bound and to none of them, which is the last. */
  readonly counts: number[]
  sum = 0

  /** The bounds ascend. */
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
