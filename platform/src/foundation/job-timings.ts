/** Runs of one job in this process. */
export interface JobTiming {
  runs: number
  failures: number
  /** Duration of all runs. */
  seconds: number
  /** Duration of the last run. */
  lastSeconds: number
  /** When a run last succeeded, in Unix milliseconds; 0: never. */
  lastSuccess: number
}

/** The jobs that this process has run, by name. */
export const jobTimings = new Map<string, JobTiming>()

/** Runs a job and records its duration and outcome. */
export async function timedJob(name: string, run: () => Promise<void>): Promise<void> {
  const timing = jobTimings.get(name) ?? { runs: 0, failures: 0, seconds: 0, lastSeconds: 0, lastSuccess: 0 }
  jobTimings.set(name, timing)
  const started = performance.now()
  try {
    await run()
    timing.lastSuccess = Date.now()
  } catch (error) {
    timing.failures += 1
    throw error
  } finally {
    timing.runs += 1
    timing.lastSeconds = (performance.now() - started) / 1_000
    timing.seconds += timing.lastSeconds
  }
}
