import type { Logger } from '@baseplate/service/log'
import { timedJob } from './job-timings.ts'

export interface Job {
  /** Runs ahead of time; after the run in progress and its rest, if there is one. */
  runNow(): void
  /** Waits for the run in progress and prevents further runs. */
  stop(): Promise<void>
}

/**
 * Runs a function at an interval in this process, never twice at once. A failed run is logged and does not prevent the next one.
 *
 * @param firstMs delay of the first run.
 * @param restMs pause before a run ahead of time, so that requests for it that come in quick succession share one.
 */
export function startJob(
  name: string,
  intervalMs: number,
  run: () => Promise<void>,
  log: Logger,
  { firstMs = intervalMs, restMs = 0 }: { firstMs?: number; restMs?: number } = {},
): Job {
  let running: Promise<void> = Promise.resolve()
  let isRunning = false
  let isDue = false
  let stopped = false
  let restsUntil = 0
  let timer: NodeJS.Timeout

  const start = () => {
    clearTimeout(timer)
    isRunning = true
    running = timedJob(name, intervalMs, run)
      .catch((error: Error) => log.error({ job: name, error: error.message }, 'a job failed'))
      .then(() => {
        isRunning = false
        restsUntil = performance.now() + restMs
        if (!stopped) wait(isDue ? restMs : intervalMs)
        isDue = false
      })
  }
  const wait = (ms: number) => {
    clearTimeout(timer)
    timer = setTimeout(start, ms)
    timer.unref()
  }
  wait(firstMs)

  return {
    runNow() {
      const restLeft = restsUntil - performance.now()
      if (isRunning) isDue = true
      else if (!stopped && restLeft > 0) wait(restLeft)
      else if (!stopped) start()
    },
    async stop() {
      stopped = true
      clearTimeout(timer)
      await running
    },
  }
}
