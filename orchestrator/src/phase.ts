import type { Observation, Server } from './driver.ts'
import type { Report, State } from './rules.ts'
import type { Status } from './status.ts'

export interface Failure {
  reason: string
  lastWords: string | undefined
}

/** A start without a process so far. */
export interface Launching {
  is: 'launching'
  since: number
  /** Resolves with undefined when the place was closed first. */
  started: Promise<Server | undefined>
}

export interface Running {
  is: 'running'
  server: Server
  /** When the server was started or taken over. */
  since: number
  readyAt: number | undefined
  observation: Observation | undefined
  report: (Report & { at: number }) | undefined
  emptySince: number | undefined
  /** Whether the server has failed and its last words are being read. */
  failing: boolean
}

export interface Ending {
  is: 'ending'
  server: Server | undefined
  /** Why the server failed; undefined when it is ended on request. */
  failure: Failure | undefined
  /** Resolves when no process of the server is left. */
  done: Promise<void>
}

/** `stopped`, `launching`, `running`, `ending`, and then `stopped` or `failed`. A launch may also fail at once. */
export type Phase = { is: 'stopped' } | ({ is: 'failed' } & Failure) | Launching | Running | Ending

/** Returns the phase of a server without reports or observations so far. */
export const runningPhase = (server: Server, since: number): Running => ({
  is: 'running',
  server,
  since,
  readyAt: undefined,
  observation: undefined,
  report: undefined,
  emptySince: undefined,
  failing: false,
})

export const serverOf = (phase: Phase): Server | undefined => ('server' in phase ? phase.server : undefined)

/** Returns the public state of a phase. */
export function stateOf(phase: Phase): State {
  if (phase.is === 'launching') return 'starting'
  if (phase.is === 'running') return phase.readyAt === undefined ? 'starting' : 'ready'
  if (phase.is === 'ending') return phase.failure ? 'failed' : 'stopping'
  return phase.is
}

/** @param since when the state began */
export function statusOf(placeId: number, phase: Phase, since: number): Status {
  const state = stateOf(phase)
  const server = serverOf(phase)
  const failure = phase.is === 'ending' ? phase.failure : phase.is === 'failed' ? phase : undefined
  return {
    placeId,
    state,
    ...(state !== 'stopped' && { since }),
    ...(server && processOf(server)),
    ...(phase.is === 'running' && phase.report && { players: phase.report.players }),
    ...(phase.is === 'running' && phase.observation && { memoryBytes: phase.observation.memoryBytes }),
    ...(failure && { reason: failure.reason }),
    ...(failure?.lastWords !== undefined && { lastWords: failure.lastWords }),
  }
}

const processOf = ({ port, pid, startTime, run }: Server) => ({ port, pid, startTime, run })
