import { DatabaseSync } from 'node:sqlite'
import { setTimeout as delay } from 'node:timers/promises'
import { OrchestratorFault } from '../fault.ts'

/** An orchestrator that was told to stop may still be ending its servers. */
const PATIENCE_MS = 15_000

const POLL_MS = 100

const SQLITE_BUSY = 5

/**
 * Makes this process the only orchestrator of a folder until it calls the function returned, or dies: two would start the
 * same place twice. It is a lock of the kernel on a file, held by an open SQLite transaction, which ends with the process
 * however it dies.
 *
 * @throws OrchestratorFault when another process keeps the lock, or the file cannot be made
 */
export async function lockFolder(path: string): Promise<() => void> {
  const deadline = performance.now() + PATIENCE_MS
  for (;;) {
    const unlock = tryLock(path)
    if (unlock) return unlock
    if (performance.now() > deadline) {
      throw new OrchestratorFault(`Another orchestrator uses ${path}.`)
    }
    await delay(POLL_MS)
  }
}

function tryLock(path: string): (() => void) | undefined {
  let database: DatabaseSync | undefined
  try {
    database = new DatabaseSync(path)
    database.exec('BEGIN IMMEDIATE')
    const held = database
    return () => held.close()
  } catch (error) {
    database?.close()
    if (error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY) return undefined
    throw new OrchestratorFault(`The orchestrator cannot lock ${path}: ${error}`, { cause: error })
  }
}
