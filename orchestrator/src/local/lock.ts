import { setTimeout as delay } from 'node:timers/promises'
import { acquireLock } from '@baseplate/service/lock'
import { OrchestratorFault } from '../fault.ts'

/** Time to wait for an orchestrator that was told to stop and is still ending its servers. */
const patienceMs = 15_000

const pollMs = 100

/**
 * Makes this process the only orchestrator of a folder until it calls the returned function, or dies. Two orchestrators would
 * start two servers for the same place.
 *
 * @throws OrchestratorFault when another process holds the lock, or the file cannot be opened
 */
export async function lockFolder(path: string): Promise<() => void> {
  const deadline = performance.now() + patienceMs
  for (;;) {
    const release = tryLock(path)
    if (release) return release
    if (performance.now() > deadline) {
      throw new OrchestratorFault(`Another orchestrator uses ${path}.`)
    }
    await delay(pollMs)
  }
}

function tryLock(path: string): (() => void) | undefined {
  try {
    const lock = acquireLock(path)
    return 'release' in lock ? lock.release : undefined
  } catch (error) {
    throw new OrchestratorFault(`The orchestrator cannot lock ${path}: ${error}`, { cause: error })
  }
}
