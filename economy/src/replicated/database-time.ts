import type { Clock } from './clock.ts'
import type { Lease } from './store.ts'

/** A measurement holds for this long, unless the machine was suspended. */
const measuredMs = 5_000

/** The database's time, measured by the steady clock of this machine, which nobody sets. */
export class DatabaseTime {
  readonly #clock: Pick<Clock, 'elapsed' | 'skipped'>
  #aheadMs = 0
  #measuredAt = Number.NEGATIVE_INFINITY
  #skipped = 0

  constructor(clock: Pick<Clock, 'elapsed' | 'skipped'>) {
    this.#clock = clock
  }

  now(): number {
    return Math.round(this.#clock.elapsed() + this.#aheadMs)
  }

  /** Whether the clocks may have drifted apart since the last measurement. */
  get mayBeOff(): boolean {
    return this.#clock.elapsed() - this.#measuredAt > measuredMs || this.#clock.skipped() !== this.#skipped
  }

  measure({ now }: Lease): void {
    this.#measuredAt = this.#clock.elapsed()
    this.#skipped = this.#clock.skipped()
    this.#aheadMs = now - this.#measuredAt
  }
}
