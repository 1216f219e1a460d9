import { type Clock, hour } from './clock.ts'
import type { Logger } from './log.ts'

export interface Job {
  /** Runs ahead of time; after the run in progress, if there is one. */
  runNow(): void
  /** Waits for the run in progress and prevents further runs. */
  stop(): Promise<void>
}

/** Runs a function at an interval, never twice at once. A failed run is logged and does not prevent the next one. */
export function startJob(name: string, intervalMs: number, run: () => Promise<void>, log: Logger): Job {
  let running: Promise<void> = Promise.resolve()
  let isRunning = false
  let isDue = false
  let stopped = false
  let timer: NodeJS.Timeout

  const start = () => {
    clearTimeout(timer)
    isRunning = true
    running = run()
      .catch((error: Error) => log.error({ job: name, error: error.message }, 'a job failed'))
      .then(() => {
        isRunning = false
        if (!stopped) wait(isDue ? 0 : intervalMs)
        isDue = false
      })
  }
  const wait = (ms: number) => {
    timer = setTimeout(start, ms)
    timer.unref()
  }
  wait(intervalMs)

  return {
    runNow() {
      if (isRunning) isDue = true
      else if (!stopped) start()
    },
    async stop() {
      stopped = true
      clearTimeout(timer)
      await running
    },
  }
}

/** Limits a job to one run per hour. The first call runs at once, so that a job need not wait an hour after a start. */
export function hourly(now: Clock, run: () => Promise<void>): () => Promise<void> {
  let due = 0
  return async () => {
    if (now() < due) return
    due = now() + hour
    await run()
  }
}
