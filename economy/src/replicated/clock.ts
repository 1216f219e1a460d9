/** The clock and the timers of a machine. */
export interface Clock {
  /** Milliseconds since some moment. It only grows, even while the process is paused. It stands still while the machine is suspended. */
  elapsed: () => number
  /**
   * Milliseconds that `elapsed` may have missed, because the machine's time went on without it: the machine was suspended, or
   * its time was set forward. Nothing tells these apart.
   */
  skipped: () => number
  /** Calls back after a time. Returns a function that prevents it. */
  after: (ms: number, callback: () => void) => () => void
}

/** Smaller differences are how clocks are corrected and rounded. */
const noticeableMs = 50

/** Makes a clock of a machine's time, which may be set, and of its steady clock. */
export function createClock(time: () => number, steady: () => number): Pick<Clock, 'elapsed' | 'skipped'> {
  let skipped = 0
  let ahead = time() - steady()
  return {
    elapsed: steady,
    skipped() {
      const latest = time() - steady()
      if (latest - ahead > noticeableMs) skipped += latest - ahead
      else if (latest > ahead) return skipped
      ahead = latest
      return skipped
    },
  }
}

export const systemClock: Clock = {
  ...createClock(Date.now, () => performance.now()),
  after: (ms, callback) => {
    const timer = setTimeout(callback, ms)
    return () => clearTimeout(timer)
  },
}
