import { type Clock, minute, second } from '@baseplate/service/clock'
import type { Logger } from '@baseplate/service/log'
import { Refused } from './errors.ts'
import type { LimitCounts } from './limit-counts.ts'
import type { PlainCode } from './problem.ts'

/** The window of a key, as this process knows it. */
interface Window {
  /** Shared events of all processes, with the events that this process is sharing. */
  shared: number
  /** Events of this process that it has not shared yet. */
  own: number
  ends: number
  isSharing: boolean
}

interface Rule {
  points: number
  windowSeconds: number
  code: PlainCode
  /** A process shares its events of a key when it has counted this many. */
  batch: number
}

/**
 * Creates a limit for events that are too frequent for a statement each. A process counts in its memory, and shares its events of a
 * key in batches, without waiting for the result. So it may miss fewer than a batch of the events of each other process. While the shared
 * counts are away, it counts alone.
 */
export function createBatchedLimit(
  { limitCounts, now, log }: { limitCounts: Pick<LimitCounts, 'add'>; now: Clock; log: Logger },
  { points, windowSeconds, code, batch }: Rule,
): { /** @throws Refused `limited` */ spend(key: string): void } {
  const windows = new Map<string, Window>()
  let nextSweep = 0
  const sweep = (time: number) => {
    if (time < nextSweep) return
    nextSweep = time + minute
    for (const [key, { ends }] of windows) if (ends <= time) windows.delete(key)
  }
  const share = async (key: string, window: Window) => {
    const events = window.own
    window.shared += events
    window.own = 0
    window.isSharing = true
    try {
      const { count, leftMs } = await limitCounts.add(`${code} ${key}`, windowSeconds * second, events)
      window.shared = count
      window.ends = now() + leftMs
    } catch (error) {
      log.debug({ error: (error as Error).message }, 'counts of a limit could not be shared')
    }
    window.isSharing = false
  }
  return {
    spend(key) {
      const time = now()
      sweep(time)
      let window = windows.get(key)
      if (!window || window.ends <= time) {
        window = { shared: 0, own: 0, ends: time + windowSeconds * second, isSharing: false }
        windows.set(key, window)
      }
      window.own++
      const count = window.shared + window.own
      // Events that are refused are not shared: the key has used up its points.
      if (window.own >= batch && window.shared < points && !window.isSharing) void share(key, window)
      if (count > points)
        throw new Refused(code).retryIn(Math.max(1, Math.ceil((window.ends - time) / second)))
    },
  }
}
