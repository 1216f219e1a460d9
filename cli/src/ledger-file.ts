import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { FetchedLedger } from '@baseplate/economy/fetched-ledger'
import type { Config } from '@baseplate/platform/foundation/config/schema'
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
  const folder = await mkdtemp(join(parent, 'fetched-'))
  const remove = () => rm(folder, { recursive: true, force: true })
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
