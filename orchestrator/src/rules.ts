/** Dedicated servers listen on these ports, unless another program has them. */
const portFirst = 10_000
const portCount = 25_000

/** A server that was up for this long has not failed to start, whatever becomes of it: its failures are forgotten. */
const stableMs = 300_000

/** The first failure holds back the next start for this long, each further one twice as long as the one before. */
const firstBackOffMs = 1_000
const backOffMsMax = 300_000

/** Somebody looks after servers once a day. An older failure is forgotten. */
const forgetMs = 24 * 3_600_000

/** What the site told longer ago than this counts as not known: it may be away, and nobody loses a game over that. */
const reportMsMax = 60_000

export type State = 'starting' | 'ready' | 'stopping' | 'stopped' | 'failed'

export interface Limits {
  memoryBytes: number
  maxServers: number
  /** From the start of a process to its readiness. */
  readyMs: number
  /** How long a server may be empty. */
  emptyMs: number
  /** How long a server that was heard of may be silent. */
  silentMs: number
  /** From being asked to end to being ended. */
  graceMs: number
}

/** What the site tells of a server. */
export interface Report {
  players: number
  /** How long ago the server last told its presence to the site; undefined when it never did. */
  silentMs: number | undefined
}

/** What is known of a running server when it is judged; times are Unix milliseconds. */
export interface Facts {
  state: 'starting' | 'ready'
  /** When this orchestrator started or adopted it. */
  since: number
  listening: boolean
  memoryBytes: number
  /** The site's last report, and when it came. */
  report: (Report & { at: number }) | undefined
  /** Since when every report said that nobody is there; undefined while somebody is, or it is not known. */
  emptySince: number | undefined
}

export type Verdict =
  | { is: 'as it was' }
  | { is: 'ready' }
  /** Nobody needs it any more. */
  | { is: 'empty' }
  | { is: 'failed'; reason: string }

/** What becomes of a server. */
export function judge(facts: Facts, limits: Limits, now: number): Verdict {
  if (facts.memoryBytes > limits.memoryBytes) {
    return { is: 'failed', reason: `it used more than ${limits.memoryBytes} bytes of memory` }
  }
  if (facts.state === 'starting') {
    if (facts.listening || presenceAge(facts, now, facts.since) !== undefined) return { is: 'ready' }
    if (now - facts.since <= limits.readyMs) return { is: 'as it was' }
    return { is: 'failed', reason: `it was not ready within ${limits.readyMs / 1000} seconds` }
  }
  const silentMs = presenceAge(facts, now, facts.since - reportPrecisionMs)
  if (isFresh(facts.report, now) && silentMs !== undefined && silentMs > limits.silentMs) {
    return {
      is: 'failed',
      reason: `it hung: nothing was heard of it for ${Math.round(silentMs / 1000)} seconds`,
    }
  }
  if (facts.emptySince !== undefined && now - facts.emptySince > limits.emptyMs) return { is: 'empty' }
  return { is: 'as it was' }
}

/**
 * The site knows the second of a presence: one that was told right after the start may seem to be from before it, and a
 * server that hangs then would never be found.
 */
const reportPrecisionMs = 1_000

/** How long ago this server last told its presence; undefined when it did not since then. */
function presenceAge({ report }: Facts, now: number, since: number): number | undefined {
  if (report?.silentMs === undefined) return undefined
  const told = report.at - report.silentMs
  return told > since ? now - told : undefined
}

/** Since when a server has been empty, told that before and the newest report. */
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

/** How long after the last of so many failures in a row the next start is held back. */
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

/** How much longer the next start is held back. */
export const heldBackMs = ({ count, at }: Failures, now: number): number =>
  count === 0 ? 0 : Math.max(0, at + backOffMs(count) - now)

/** Whether failures are so long ago that they are forgotten. */
export const areForgotten = ({ count, at }: Failures, now: number): boolean =>
  now > at + backOffMs(count) + forgetMs

/** The port that a place's server should have. */
export const wantedPort = (placeId: number): number => portFirst + (placeId % portCount)

/** The ports for a place's server in the order in which they are tried: its own, then those that follow. */
export function* portsFor(placeId: number): Generator<number> {
  const wanted = wantedPort(placeId) - portFirst
  for (let step = 0; step < portCount; step++) yield portFirst + ((wanted + step) % portCount)
}
