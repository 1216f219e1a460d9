import { type Clock, minute } from '@baseplate/service/clock'

/** Counts events by key in a sliding window, in this process's memory. */
interface EventCounter {
  count(key: string): number
  add(key: string): void
  /** Forgets the events of a key. */
  forget(key: string): void
}

export function createEventCounter(windowMs: number, now: Clock): EventCounter {
  const times = new Map<string, number[]>()
  let swept = now()

  const recent = (key: string): number[] => {
    const all = times.get(key) ?? []
    return all.filter((time) => time > now() - windowMs)
  }

  /** Removes expired events, including those of keys that are never read again. */
  const sweep = () => {
    if (now() - swept < minute) return
    swept = now()
    for (const key of times.keys()) if (recent(key).length === 0) times.delete(key)
  }

  return {
    count: (key) => recent(key).length,
    add(key) {
      sweep()
      times.set(key, [...recent(key), now()])
    },
    forget(key) {
      times.delete(key)
    },
  }
}
