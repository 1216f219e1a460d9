import type { Clock } from '@baseplate/service/clock'

/** Shares one result among all calls within a time. After a failure the next call runs at once. */
export function shareFor<Value>(now: Clock, ms: number, run: () => Promise<Value>): () => Promise<Value> {
  let shared: { value: Promise<Value>; until: number } | undefined
  return () => {
    if (shared && now() < shared.until) return shared.value
    const started = { value: run(), until: now() + ms }
    shared = started
    started.value.catch(() => {
      if (shared === started) shared = undefined
    })
    return started.value
  }
}
