import { DatabaseSync } from 'node:sqlite'

const sqliteBusy = 5

/** A lock that this process got, or the id of the process that holds it. */
export type Lock = { release: () => void } | { holder: number }

/**
 * Makes this process the only holder of a lock file until it calls `release` or dies.
 *
 * The lock is an open SQLite transaction on an otherwise empty database. SQLite holds a lock of the kernel on the file, which
 * ends with the process however it dies and works across containers. A file that contains a process id would outlive a killed
 * process, and its id could belong to another process by then. The database's user version is the id of the holder, which
 * other processes can read while the transaction is open.
 *
 * @param patienceMs time to wait for a process that is acquiring or releasing the lock at this moment; blocks the thread
 * @throws SQLite's error when the file cannot be opened
 */
export function acquireLock(path: string, patienceMs = 0): Lock {
  const database = new DatabaseSync(path, { timeout: patienceMs })
  try {
    // Durability costs a wait for the disk, and the file contains nothing of value.
    database.exec('PRAGMA synchronous = OFF')
    database.exec(`BEGIN IMMEDIATE; PRAGMA user_version = ${process.pid}; COMMIT; BEGIN IMMEDIATE`)
    return { release: () => database.close() }
  } catch (error) {
    const holder = isBusy(error) ? holderOf(database) : undefined
    database.close()
    if (holder === undefined) throw error
    return { holder }
  }
}

function holderOf(database: DatabaseSync): number {
  return Number(database.prepare('PRAGMA user_version').get()?.user_version)
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === sqliteBusy
}
