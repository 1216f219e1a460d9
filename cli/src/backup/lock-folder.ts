import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

const SQLITE_BUSY = 5

/**
 * Makes a folder that this process alone works in until it calls the function returned, or dies. As the ledger's lock
 * (economy/src/ledger/lock.ts), an open SQLite transaction: the kernel ends it with the process.
 *
 * @returns undefined: another process works there.
 */
export async function lockFolder(folder: string): Promise<(() => void) | undefined> {
  await mkdir(folder, { recursive: true })
  const database = new DatabaseSync(join(folder, 'lock'))
  try {
    database.exec('begin exclusive')
  } catch (error) {
    database.close()
    if (error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY) return undefined
    throw error
  }
  return () => database.close()
}
