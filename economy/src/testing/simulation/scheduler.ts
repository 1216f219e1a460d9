/** Returns a generator of numbers from 0 to below 1 that repeats itself for a seed. */
export function randomNumbers(seed: number): () => number {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

interface Step {
  at: number
  run: () => void
}

/** Simulated time, and the steps that will happen in it. A seed decides everything that is random. */
export class Scheduler {
  readonly #random: () => number
  /** The next step is the last element. */
  readonly #steps: Step[] = []
  readonly #busy = new Set<object>()
  #now = 0

  constructor(seed: number) {
    this.#random = randomNumbers(seed)
  }

  /** Milliseconds since the start. */
  get now(): number {
    return this.#now
  }

  after(ms: number, run: () => void): void {
    const at = this.#now + ms
    let [low, high] = [0, this.#steps.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      // Steps of one moment happen in the order in which they were added.
      if ((this.#steps[middle]?.at ?? 0) > at) low = middle + 1
      else high = middle
    }
    this.#steps.splice(low, 0, { at, run })
  }

  sleep(ms: number): Promise<void> {
    return new Promise((resolve) => this.after(ms, resolve))
  }

  /** Takes one step after the other. Each step waits for everything that the previous one has caused. */
  async runUntil(isOver: () => boolean): Promise<void> {
    await this.#settled()
    while (!isOver()) {
      const step = this.#steps.pop()
      if (step === undefined) throw new Error('the simulation has come to a standstill')
      this.#now = step.at
      step.run()
      await this.#settled()
    }
  }

  /** Waits for a file operation that Node.js does not list, until the returned function is called. */
  busy(): () => void {
    const work = {}
    this.#busy.add(work)
    return () => this.#busy.delete(work)
  }

  /** Waits until no promise can settle and no file operation is under way. */
  async #settled(): Promise<void> {
    // A tick comes after all promises that can settle.
    await new Promise(process.nextTick)
    while (this.#busy.size > 0 || process.getActiveResourcesInfo().some(isUnfinished)) {
      await new Promise(setImmediate)
      await new Promise(process.nextTick)
    }
  }

  between(from: number, to: number): number {
    return from + this.#random() * (to - from)
  }

  chance(probability: number): boolean {
    return this.#random() < probability
  }

  pick<T>(list: readonly T[]): T {
    const picked = list[Math.floor(this.#random() * list.length)]
    if (picked === undefined) throw new Error('nothing to pick from')
    return picked
  }

  /** Returns the time of a message in a network that is sometimes slow. */
  latency(): number {
    return this.chance(0.02) ? this.between(20, 400) : this.between(0.2, 2)
  }
}

/** File operations and turns of the event loop, as Node.js names them. */
const isUnfinished = (resource: string) =>
  resource.startsWith('FSReq') || resource === 'CloseReq' || resource === 'Immediate'
