/** A measurement with its limit, or with a peer measured in the same run. */
export interface Measurement {
  name: string
  value: number
  unit: string
  /** Description of the peer or limit. */
  against: string
  /** The peer's value, in the same unit. Absent when the target is a limit. */
  peer?: number
  /** Processor time per request in microseconds, which other users of the machine hardly affect. */
  processorUs?: { product: number | undefined; peer: number | undefined }
  /** Cores that other programs used before the measurement. Absent when it was quiet. */
  besideCores?: number
  /**
   * The target: a share of the peer, or a bound on the value itself. Absent when the measurement is only for
   * information.
   */
  target?: { atLeastShare: number } | { atMostShare: number } | { atMost: number } | { atLeast: number }
}

/** Returns a measurement. @param against describes the limit or the peer */
export const figure = (
  name: string,
  value: number,
  unit: string,
  against: string,
  more: Pick<Measurement, 'peer' | 'processorUs' | 'target'> = {},
): Measurement => ({ name, value, unit, against, ...more })

export const shareOf = ({ value, peer }: Measurement): number | undefined =>
  peer === undefined ? undefined : value / peer

export function isReached(measurement: Measurement): boolean {
  const { target, value } = measurement
  if (!target) return true
  if ('atMost' in target) return value <= target.atMost
  if ('atLeast' in target) return value >= target.atLeast
  const share = shareOf(measurement)
  if (share === undefined) return false
  return 'atMostShare' in target ? share <= target.atMostShare : share >= target.atLeastShare
}

export const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

export const percentile = (values: readonly number[], percent: number): number => {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.ceil((sorted.length * percent) / 100) - 1] ?? Number.NaN
}

/** Calls a function as often as wanted, one call after the other. Returns the results. */
export async function repeated<T>(times: number, call: (at: number) => Promise<T>): Promise<T[]> {
  const results: T[] = []
  for (let at = 0; at < times; at++) results.push(await call(at))
  return results
}

/** Returns the milliseconds that a call takes. */
export async function millisecondsOf(call: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await call()
  return performance.now() - started
}
