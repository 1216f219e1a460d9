import type { Logger } from './log.ts'

export interface Job {
  /** Waits for a run that is under way; no other follows. */
  stop(): Promise<void>
}

/** Runs something again and again, never twice at once. A run that fails is logged, and the next one tries again. */
export function startJob(name: string, intervalMs: number, run: () => Promise<void>, log: Logger): Job {
  let running: Promise<void> = Promise.resolve()
  let stopped = false
  let timer: NodeJS.Timeout

  const next = () => {
    timer = setTimeout(() => {
      running = run()
        .catch((error: Error) => log.error({ job: name, error: error.message }, 'a job failed'))
        .then(() => {
          if (!stopped) next()
        })
    }, intervalMs)
    timer.unref()
  }
  next()

  return {
    async stop() {
      stopped = true
      clearTimeout(timer)
      await running
    },
  }
}
