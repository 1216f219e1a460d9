import { acquireLock, type Lock } from '@baseplate/service/lock'
import { EconomyFault, systemFault } from '../../fault.ts'

/** Time to wait for a process that is acquiring or releasing the lock at this moment. */
const patienceMs = 250

/**
 * Makes this process the only one that uses a ledger until it calls the returned function, or dies.
 *
 * @throws EconomyFault when another process, which the message names by its id, holds the lock, or the file cannot be opened
 */
export function lockLedger(ledgerFile: string): () => void {
  const lock = lockOf(ledgerFile, patienceMs)
  if ('release' in lock) return lock.release
  throw new EconomyFault(`the ledger ${ledgerFile} is in use by process ${lock.holder}`)
}

/** Locks a ledger as `lockLedger` does, or returns undefined if another process holds the lock. */
export function tryLockLedger(ledgerFile: string): (() => void) | undefined {
  const lock = lockOf(ledgerFile, 0)
  return 'release' in lock ? lock.release : undefined
}

function lockOf(ledgerFile: string, waitMs: number): Lock {
  try {
    return acquireLock(`${ledgerFile}.lock`, waitMs)
  } catch (error) {
    throw systemFault(`cannot lock the ledger ${ledgerFile}`, error)
  }
}
