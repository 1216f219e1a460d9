import type { Clock } from '../../replicated/clock.ts'
import type { Scheduler } from './scheduler.ts'

/** Time within which a process that continues gets to everything that has happened meanwhile, in any order. */
const catchUpMs = 5

/** Unix time at the start, in milliseconds. */
export const unixStart = 1_700_000_000_000

/** A machine that runs one process, which can be paused and killed. */
export class Machine {
  readonly name: string
  readonly clock: Clock
  readonly #scheduler: Scheduler
  readonly #onDeath: (() => void)[] = []
  #held: (() => void)[] = []
  #state: 'running' | 'paused' | 'dead' = 'running'

  constructor(name: string, scheduler: Scheduler) {
    this.name = name
    this.#scheduler = scheduler
    const aheadMs = scheduler.between(-60_000, 60_000)
    this.clock = {
      elapsed: () => scheduler.now + aheadMs,
      skipped: () => 0,
      after: (ms, callback) => {
        let isCancelled = false
        scheduler.after(ms, () => this.run(() => isCancelled || callback()))
        return () => {
          isCancelled = true
        }
      },
    }
  }

  get isDead(): boolean {
    return this.#state === 'dead'
  }

  /** Lets the process take a step, such as to receive a message: later if it is paused, and never if it is dead. */
  run(step: () => void): void {
    if (this.#state === 'running') step()
    else if (this.#state === 'paused') this.#held.push(step)
  }

  pause(): void {
    if (this.#state === 'running') this.#state = 'paused'
  }

  continue(): void {
    if (this.#state !== 'paused') return
    this.#state = 'running'
    const held = this.#held
    this.#held = []
    for (const step of held) {
      this.#scheduler.after(this.#scheduler.between(0, catchUpMs), () => this.run(step))
    }
  }

  /** Calls back when the process is killed, at once if it is dead. */
  onDeath(callback: () => void): void {
    if (this.isDead) callback()
    else this.#onDeath.push(callback)
  }

  kill(): void {
    this.#state = 'dead'
    this.#held = []
    for (const callback of this.#onDeath.splice(0)) callback()
  }
}
