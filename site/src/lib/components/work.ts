import { type Challenge, type Solution, solveChallengeWorkers } from 'altcha-lib'

/** More threads would slow down a phone's page. */
const maxThreads = 4

/** Solves a proof of work. Returns null if it was aborted or takes too long. */
export const solveOnThreads = (challenge: Challenge, controller: AbortController): Promise<Solution | null> =>
  solveChallengeWorkers({
    challenge,
    controller,
    concurrency: Math.min(maxThreads, navigator.hardwareConcurrency),
    timeout: 5 * 60_000,
    createWorker: () => new Worker(new URL('./work-thread.ts', import.meta.url), { type: 'module' }),
  })
