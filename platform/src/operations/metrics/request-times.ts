/** Response times since the last read. */
export interface RequestTimes {
  observe(ms: number): void
  /** Returns the median and the 95th percentile, null without requests, and starts over. */
  take(): { median: number; slow: number } | null
}

/**
 * Bounds of a histogram, from 0.1 ms to half an hour, each a tenth above the one before. Its memory does not grow with the number of
 * requests.
 */
const first = 0.1
const step = 1.1
const stepCount = 176

export function createRequestTimes(): RequestTimes {
  let counts = new Uint32Array(stepCount)
  let count = 0

  const atShare = (share: number): number => {
    let seen = 0
    const index = counts.findIndex((own) => {
      seen += own
      return seen >= count * share
    })
    return Math.round(first * step ** index * 10) / 10
  }

  return {
    observe(ms) {
      const index = Math.ceil(Math.log(Math.max(ms, first) / first) / Math.log(step))
      const at = Math.min(index, stepCount - 1)
      counts[at] = (counts[at] ?? 0) + 1
      count++
    },
    take() {
      if (count === 0) return null
      const times = { median: atShare(0.5), slow: atShare(0.95) }
      counts = new Uint32Array(stepCount)
      count = 0
      return times
    },
  }
}
