/** Latencies and errors of a swarm's requests, by kind of request. */
export interface Tally {
  answered(what: string, ms: number): void
  failed(what: string, message: string): void
  /** Resets all counts. */
  clear(): void
  summary(): Record<string, Summary>
}

export interface Summary {
  answers: number
  errors: number
  /** The most frequent message of the errors. */
  usualError?: string | undefined
  p50Ms: number
  p99Ms: number
}

export function createTally(): Tally {
  const latencies = new Map<string, number[]>()
  const errors = new Map<string, string[]>()

  return {
    answered: (what, ms) => listOf(latencies, what).push(ms),
    failed: (what, message) => listOf(errors, what).push(message),
    clear() {
      latencies.clear()
      errors.clear()
    },
    summary() {
      const kinds = new Set([...latencies.keys(), ...errors.keys()])
      return Object.fromEntries([...kinds].map((what) => [what, summaryOf(what)]))
    },
  }

  function summaryOf(what: string): Summary {
    const sorted = (latencies.get(what) ?? []).toSorted((a, b) => a - b)
    const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? 0
    const failures = errors.get(what) ?? []
    return {
      answers: sorted.length,
      errors: failures.length,
      usualError: mostFrequent(failures),
      p50Ms: at(0.5),
      p99Ms: at(0.99),
    }
  }
}

function mostFrequent(messages: readonly string[]): string | undefined {
  const groups = [...Map.groupBy(messages, (message) => message)]
  return groups.toSorted(([, one], [, other]) => other.length - one.length)[0]?.[0]
}

function listOf<T>(lists: Map<string, T[]>, key: string): T[] {
  let list = lists.get(key)
  if (!list) {
    list = []
    lists.set(key, list)
  }
  return list
}
