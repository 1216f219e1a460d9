import type { ChildProcess } from 'node:child_process'
import type { Readable } from 'node:stream'
import type { Logger } from '@baseplate/service/log'

export interface SupervisorTimes {
  /** A child that is not ready after this long is ended. */
  startMs: number
  /** A child that was asked to end is killed after this long. */
  graceMs: number
  /** The delay before the first restart. Each further one doubles, up to the maximum. */
  backOffMs: number
  backOffMsMax: number
  /** A child that ran for this long has recovered, which resets the back-off. */
  stableMs: number
  /** The interval of health checks, and how long each may take. */
  healthMs: number
}

export const defaultTimes: Omit<SupervisorTimes, 'startMs' | 'graceMs'> = {
  backOffMs: 1_000,
  backOffMsMax: 30_000,
  stableMs: 60_000,
  healthMs: 5_000,
}

export interface Supervised {
  /** Name of the child in messages. */
  name: string
  /** Arguments of `node`. */
  argv: readonly string[]
  /** Creates the process, with a channel and readable output; `spawn` by default. */
  create?: (argv: readonly string[]) => ChildProcess
  times: SupervisorTimes
  /** Rejects when the child is not healthy. */
  checkHealth: (signal: AbortSignal) => Promise<void>
  /** How a wedged child is asked to end before it is killed. */
  wedgedSignal?: NodeJS.Signals
  /** The child's own processes outlive its crash. `close` then starts it once more, so that it ends them in order. */
  endsLeftovers?: boolean
  log: Logger
  /** How long a child that was asked to retire may take; then it is killed. */
  retireMs?: number
  /** Prints the child's output. */
  relay: (child: { stdout: Readable | null; stderr: Readable | null }) => void
}
