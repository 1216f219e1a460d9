import { DatabaseSync } from 'node:sqlite'
import { EconomyFault, systemFault } from './fault.ts'

/** How long to wait for a process that is just taking or leaving the lock. */
const PATIENCE_MS = 250

const SQLITE_BUSY = 5

/**
 * Makes this process the only one that uses a ledger until it calls the function returned, or dies.
 *
 * The lock is an open SQLite transaction on an empty database beside the ledger. What holds it is a lock of the kernel
 * on that file, which ends with the process however it dies and works across containers; a file with a process id in
 * it would outlive a killed process, and its id may belong to another process by then. The database's user version is
 * the holder's process id, which others can read while the transaction is open.
 *
 * @throws EconomyFault when another process holds the lock, named by its process id, or the file cannot be made
 */
export function lockLedger(ledgerFile: string): () => void {
  const database = openDatabase(`${ledgerFile}.lock`, ledgerFile)
  try {
    // Nothing in the file is worth a wait for the disk.
    database.exec('PRAGMA synchronous = OFF')
    database.exec(`BEGIN IMMEDIATE; PRAGMA user_version = ${process.pid}; COMMIT; BEGIN IMMEDIATE`)
  } catch (error) {
    const held = isBusy(error)
    const holder = held ? holderOf(database) : undefined
    database.close()
    if (held) throw new EconomyFault(`the ledger ${ledgerFile} is in use by process ${holder}`)
    throw systemFault(`cannot lock the ledger ${ledgerFile}`, error)
  }
  return () => database.close()
}

function openDatabase(path: string, ledgerFile: string): DatabaseSync {
  try {
    return new DatabaseSync(path, { timeout: PATIENCE_MS })
  } catch (error) {
    throw systemFault(`cannot lock the ledger ${ledgerFile}`, error)
  }
}

function holderOf(database: DatabaseSync): unknown {
  return database.prepare('PRAGMA user_version').get()?.user_version
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY
}
