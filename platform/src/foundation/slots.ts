import { Refused } from './errors.ts'
import type { PlainCode } from './problem.ts'

interface SlotLimits {
  /** Maximum number of works that run at once. */
  atOnce: number
  /** Maximum number of works that wait for a slot. Further ones are refused. */
  waiting: number
  /** Code of the refusal. */
  code: PlainCode
  /** Seconds after which a refused client may retry. */
  retryAfter: number
}

/** Bounds work of this process that takes much memory or time. Works start in the order in which they came. */
interface Slots {
  /** Runs a work as soon as a slot is free. @throws Refused beyond the limit; any error of the work */
  run<T>(work: () => Promise<T>): Promise<T>
  /** Whether nothing runs. */
  isIdle(): boolean
}

export function createSlots({ atOnce, waiting, code, retryAfter }: SlotLimits): Slots {
  const queue: (() => void)[] = []
  let running = 0

  const leave = () => {
    // The slot of a work that ends passes to the first one that waits.
    const next = queue.shift()
    if (next) next()
    else running--
  }

  return {
    async run(work) {
      if (running < atOnce) running++
      else if (queue.length < waiting) await new Promise<void>((start) => queue.push(start))
      else throw new Refused(code).retryIn(retryAfter)
      try {
        return await work()
      } finally {
        leave()
      }
    },
    isIdle: () => running === 0,
  }
}

/** Bounds the work that each client causes, and all of them together. */
export interface SharedSlots {
  /**
   * Runs a work as soon as a slot is free.
   *
   * @param client who causes the work: a user, or an address.
   * @throws as `Slots.run`
   */
  run<T>(client: string, work: () => Promise<T>): Promise<T>
}

export function createSharedSlots({ each, all }: { each: SlotLimits; all: SlotLimits }): SharedSlots {
  const shared = createSlots(all)
  const byClient = new Map<string, Slots>()
  return {
    async run(client, work) {
      const own = byClient.get(client) ?? createSlots(each)
      byClient.set(client, own)
      try {
        return await own.run(() => shared.run(work))
      } finally {
        if (own.isIdle()) byClient.delete(client)
      }
    },
  }
}
