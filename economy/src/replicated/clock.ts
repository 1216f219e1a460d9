/** The clock and the timers of a machine. */
export interface Clock {
  /** Unix time in milliseconds. It may jump, and differ between machines. */
  now: () => number
  /** Milliseconds since some moment. It only grows, even while the process is paused. */
  elapsed: () => number
  /** Calls back after a time. Returns a function that prevents it. */
  after: (ms: number, callback: () => void) => () => void
}

export const systemClock: Clock = {
  now: Date.now,
  elapsed: () => performance.now(),
  after: (ms, callback) => {
    const timer = setTimeout(callback, ms)
    return () => clearTimeout(timer)
  },
}
