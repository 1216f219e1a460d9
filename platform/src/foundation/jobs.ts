import type { Logger } from '@baseplate/service/log'
import { timedJob } from './job-timings.ts'

export interface Job {
  /** Runs ahead of time; after the run in progress, if there is one. */
  runNow(): void
  /** Waits for the run in progress and prevents further runs. */
  stop(): Promise<void>
}

/**
 * Runs a function at an interval in this process, never twice at once. A failed run is logged and does not prevent the next one.
 *
 * @param firstMs delay of the first run.
 */
export function startJob(
  name: string,
  intervalMs: number,
  run: () => Promise<void>,
  log: Logger,
  firstMs = intervalMs,
): Job {
  let running: Promise<void> = Promise.resolve()
  let isRunning = false
  let isDue = false
  let stopped = false
  let timer: NodeJS.Timeout

  const start = () => {
    clearTimeout(timer)
    isRunning = true
    running = timedJob(name, intervalMs, run)
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
  wait(firstMs)

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
