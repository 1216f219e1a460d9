/** The range of the ports of game servers. */
const portFirst = 10_000
const portCount = 25_000

/** Earlier failures are forgotten when a server has been ready for this long. */
const stableMs = 300_000

/** Back-off after the first failure. It doubles with each further one. */
const firstBackOffMs = 1_000
const backOffMsMax = 300_000

/** Failures are forgotten after a day without one. */
const forgetMs = 24 * 3_600_000

/** Maximum age of a report. Older ones are ignored, because no game must end while the site is unavailable. */
const reportMsMax = 60_000

export type State = 'starting' | 'ready' | 'stopping' | 'stopped' | 'failed'

export interface Limits {
  memoryBytes: number
  maxServers: number
  /** Time from the start of a process to its readiness. */
  readyMs: number
  /** Time that a server may be empty. */
  emptyMs: number
  /** Time without a heartbeat after which a server counts as hung. */
  silentMs: number
  /** Time from the request to end to being killed. */
  graceMs: number
}

/** The site's report about a server. */
export interface Report {
  players: number
  /** Time since the server's last heartbeat; undefined when it never sent one. */
  silentMs: number | undefined
}

/** Facts about a running server. Times are Unix milliseconds. */
export interface Facts {
  state: 'starting' | 'ready'
  /** When this orchestrator started or adopted it. */
  since: number
  listening: boolean
  memoryBytes: number
  /** The site's last report and its arrival. */
  report: (Report & { at: number }) | undefined
  /** Arrival of the first report of an unbroken series without players; undefined while there are players or no reports. */
  emptySince: number | undefined
}

export type Verdict =
  | { is: 'unchanged' }
  | { is: 'ready' }
  /** It had no players for too long. */
  | { is: 'empty' }
  | { is: 'failed'; reason: string }

/** Decides what to do with a server. */
export function judge(facts: Facts, limits: Limits, now: number): Verdict {
  if (facts.memoryBytes > limits.memoryBytes) {
    return { is: 'failed', reason: `it used more than ${limits.memoryBytes} bytes of memory` }
  }
  if (facts.state === 'starting') {
    if (facts.listening || heartbeatAge(facts, now, facts.since) !== undefined) return { is: 'ready' }
    if (now - facts.since <= limits.readyMs) return { is: 'unchanged' }
    return { is: 'failed', reason: `it was not ready within ${limits.readyMs / 1000} seconds` }
  }
  const silentMs = heartbeatAge(facts, now, facts.since - reportPrecisionMs)
  if (isFresh(facts.report, now) && silentMs !== undefined && silentMs > limits.silentMs) {
    return {
      is: 'failed',
      reason: `it hung: nothing was heard of it for ${Math.round(silentMs / 1000)} seconds`,
    }
  }
  if (facts.emptySince !== undefined && now - facts.emptySince > limits.emptyMs) return { is: 'empty' }
  return { is: 'unchanged' }
}

/**
 * Precision of heartbeat times. The first heartbeat of a server may seem to be older than the server by this much. Without an
 * allowance, a server that hangs right after it would never be noticed.
 */
const reportPrecisionMs = 1_000

/** Returns the time since this server's last heartbeat; undefined when it sent none after `since`. */
function heartbeatAge({ report }: Facts, now: number, since: number): number | undefined {
  if (report?.silentMs === undefined) return undefined
  const lastHeartbeat = report.at - report.silentMs
  return lastHeartbeat > since ? now - lastHeartbeat : undefined
}

/** Returns since when a server has been empty, from the previous value and the newest report. */
export function emptyFrom(
  before: number | undefined,
  report: (Report & { at: number }) | undefined,
  now: number,
): number | undefined {
  if (!isFresh(report, now) || report.players > 0) return undefined
  return before ?? report.at
}

const isFresh = <R extends { at: number }>(report: R | undefined, now: number): report is R =>
  report !== undefined && now - report.at <= reportMsMax

/** Returns the back-off after this many failures in a row. */
export function backOffMs(failures: number): number {
  return failures === 0 ? 0 : Math.min(firstBackOffMs * 2 ** (failures - 1), backOffMsMax)
}

/** Failures in a row, and when the last one was. */
export interface Failures {
  count: number
  at: number
}

/** Counts another failure. A server that was ready for a while has recovered from the ones before. */
export function withFailure(failures: Failures, readyAt: number | undefined, now: number): Failures {
  const wasStable = readyAt !== undefined && now - readyAt > stableMs
  return { count: (wasStable ? 0 : failures.count) + 1, at: now }
}

/** Returns the remaining back-off. */
export const remainingBackOffMs = ({ count, at }: Failures, now: number): number =>
  count === 0 ? 0 : Math.max(0, at + backOffMs(count) - now)

/** Whether failures are old enough to be forgotten. */
export const areForgotten = ({ count, at }: Failures, now: number): boolean =>
  now > at + backOffMs(count) + forgetMs

/** Returns the port that a place's server gets unless it is taken. */
export const wantedPort = (placeId: number): number => portFirst + (placeId % portCount)

/** Yields the ports for a place's server in order of preference: its own, then the following ones. */
export function* portsFor(placeId: number): Generator<number> {
  const wanted = wantedPort(placeId) - portFirst
  for (let step = 0; step < portCount; step++) yield portFirst + ((wanted + step) % portCount)
}
