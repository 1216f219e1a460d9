import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { FetchedLedger } from '@baseplate/economy/fetched-ledger'
import type { Config } from '@baseplate/platform/foundation/config/schema'
import { minute } from '@baseplate/service/clock'
import { acquireLock } from '@baseplate/service/lock'
import { ledgerName } from './backup/format.ts'

/** The ledger as a local file, even if it is stored in PostgreSQL. */
export interface LedgerFile {
  path: string
  /** Adds what was written since, if the file is a copy. */
  refresh: () => Promise<void>
  close: () => Promise<void>
}

/**
 * Returns the ledger file of the data directory, or a temporary copy of the ledger in PostgreSQL (`LEDGER_URL`).
 *
 * @throws EconomyFault if PostgreSQL cannot be reached
 */
export async function openLedgerFile({ dataDirectory, economy }: Config): Promise<LedgerFile> {
  const { ledgerUrl } = economy
  if (ledgerUrl === undefined) {
    const nothing = async () => {}
    return { path: join(dataDirectory, ledgerName), refresh: nothing, close: nothing }
  }
  // Unlike the system's temporary folder, this one is private and on the disk that is meant for a ledger.
  const parent = join(dataDirectory, 'economy')
  await mkdir(parent, { recursive: true, mode: 0o700 })
  await removeAbandoned(parent)
  const folder = await mkdtemp(join(parent, fetchedPrefix))
  const lock = acquireLock(join(folder, lockName))
  const remove = async () => {
    if ('release' in lock) lock.release()
    await rm(folder, { recursive: true, force: true })
  }
  try {
    const fetched = await FetchedLedger.create(ledgerUrl, join(folder, 'ledger'))
    const close = async () => {
      await fetched.close()
      await remove()
    }
    await fetched.refresh().catch(async (error) => {
      await close()
      throw error
    })
    return { path: fetched.path, refresh: () => fetched.refresh(), close }
  } catch (error) {
    await remove()
    throw error
  }
}

const fetchedPrefix = 'fetched-'
const lockName = 'lock'

/** Age from which a copy has its lock, if its command is running. */
const lockedAfter = minute

/** Removes the copies of killed commands, whose locks have ended with them. */
async function removeAbandoned(parent: string): Promise<void> {
  for (const name of (await readdir(parent)).filter((one) => one.startsWith(fetchedPrefix))) {
    const folder = join(parent, name)
    const found = await stat(folder).catch(() => undefined)
    if (!found || Date.now() - found.ctimeMs < lockedAfter) continue
    const lock = acquireLock(join(folder, lockName))
    if (!('release' in lock)) continue
    lock.release()
    await rm(folder, { recursive: true, force: true })
  }
}
