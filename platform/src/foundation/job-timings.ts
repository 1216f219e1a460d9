/** Runs of one job in this process. */
export interface JobTiming {
  intervalMs: number
  runs: number
  failures: number
  /** Duration of all runs. */
  seconds: number
  /** Duration of the last run. */
  lastSeconds: number
  /** When the last run ended, in Unix milliseconds; 0: no run has ended. */
  lastEnd: number
  /** Why the last run failed; empty: it succeeded. */
  lastError: string
  /** When a run last succeeded, in Unix milliseconds; 0: never. */
  lastSuccess: number
}

/** The last run of a job. */
export interface JobState extends Pick<JobTiming, 'intervalMs' | 'lastSeconds' | 'lastEnd' | 'lastError'> {
  name: string
}

/** The jobs that this process has run, by name. */
export const jobTimings = new Map<string, JobTiming>()

const unrun: Omit<JobTiming, 'intervalMs'> = {
  runs: 0,
  failures: 0,
  seconds: 0,
  lastSeconds: 0,
  lastEnd: 0,
  lastError: '',
  lastSuccess: 0,
}

/** Runs a job and records its duration and outcome. */
export async function timedJob(name: string, intervalMs: number, run: () => Promise<void>): Promise<void> {
  const timing = jobTimings.get(name) ?? { ...unrun, intervalMs }
  jobTimings.set(name, timing)
  const started = performance.now()
  try {
    await run()
    timing.lastError = ''
    timing.lastSuccess = Date.now()
  } catch (error) {
    timing.failures += 1
    // An error of several addresses has no message of its own.
    timing.lastError = (error as Error).message || String(error)
    throw error
  } finally {
    timing.runs += 1
    timing.lastEnd = Date.now()
    timing.lastSeconds = (performance.now() - started) / 1_000
    timing.seconds += timing.lastSeconds
  }
}

/** Lists the jobs that this process has run. */
export const listTimings = (): JobState[] =>
  [...jobTimings].map(([name, { intervalMs, lastSeconds, lastEnd, lastError }]) => ({
    name,
    intervalMs,
    lastSeconds,
    lastEnd,
    lastError,
  }))
