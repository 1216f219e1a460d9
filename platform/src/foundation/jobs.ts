import { type Clock, hour } from './clock.ts'
import type { Logger } from './log.ts'

export interface Job {
  /** Runs now, not only when its time has come; after the run that is under way, if one is. */
  runNow(): void
  /** Waits for a run that is under way; no other follows. */
  stop(): Promise<void>
}

/** Runs something again and again, never twice at once. A run that fails is logged, and the next one tries again. */
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

/** For a job that begins soon after a start and need not run as often as jobs do: runs when first called, then once an hour at most. */
export function hourly(now: Clock, run: () => Promise<void>): () => Promise<void> {
  let due = 0
  return async () => {
    if (now() < due) return
    due = now() + hour
    await run()
  }
}
