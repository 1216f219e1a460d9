import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { EconomyFault, summarizeLedger } from '@baseplate/economy/tools'
import type { Database } from '@baseplate/platform/database'
import type { Config } from '@baseplate/platform/foundation/config/schema'
import { openSnapshot, type Snapshot } from '@baseplate/platform/foundation/database/snapshot'
import { namedFiles } from '@baseplate/platform/upkeep/named-files'
import { type Progress, percent } from '../progress.ts'
import { ledgerName } from './format.ts'
import { isUpToDate } from './is-up-to-date.ts'
import { fileFault } from './named-file.ts'

/** How often what is not as the database says is looked at again. */
const moreLooks = 4
const betweenLooksMs = 300

export interface Checked {
  what: string
  /** What was looked at. */
  summary: string
  /** A sentence each. */
  faults: string[]
}

/**
 * Looks through everything that is stored. The product may be running: what changes meanwhile is no fault.
 *
 * @throws CannotStart when the database cannot be read at all.
 */
export async function* verify(config: Config, progress: Progress): AsyncGenerator<Checked, void> {
  const open = () => openSnapshot<Database>({ url: config.databaseUrl, dataDirectory: config.dataDirectory })
  const snapshot = await open()
  try {
    yield await verifyDatabase(snapshot, progress)
    if (isUpToDate(snapshot)) {
      const { count, faults } = await verifyFiles(snapshot, config.dataDirectory, progress)
      yield {
        what: 'files',
        summary: `${count} that the database names`,
        faults: await lastingFaults(faults, open, config.dataDirectory),
      }
    }
  } finally {
    await snapshot.close()
  }
  yield await verifyLedger(config, progress)
}

async function verifyDatabase(snapshot: Snapshot<Database>, progress: Progress): Promise<Checked> {
  progress.show('Database')
  const { kind, damages, migrations } = snapshot
  const faults = isUpToDate(snapshot)
    ? []
    : ['is of another version: start the product once, then verify again']
  faults.push(...(await damages()))
  return { what: 'database', summary: `${kind}, ${migrations.length} migrations`, faults }
}

/** What is wrong with files, by their names. */
async function verifyFiles(snapshot: Snapshot<Database>, dataDirectory: string, progress: Progress) {
  const faults = new Map<string, string>()
  let count = 0
  for await (const file of namedFiles(snapshot.db)) {
    const fault = await fileFault(dataDirectory, file)
    if (fault !== undefined) faults.set(file.name, fault)
    count += 1
    progress.show(`${count} files`)
  }
  return { count, faults }
}

/** What is replaced just now is what the database says a moment later: a fault is what stays one. */
async function lastingFaults(
  first: ReadonlyMap<string, string>,
  open: () => Promise<Snapshot<Database>>,
  dataDirectory: string,
): Promise<string[]> {
  let faults = first
  for (let look = 0; look < moreLooks && faults.size > 0; look++) {
    await delay(betweenLooksMs)
    const snapshot = await open()
    const still = new Map<string, string>()
    try {
      for await (const file of namedFiles(snapshot.db)) {
        const fault = faults.has(file.name) && (await fileFault(dataDirectory, file))
        if (fault) still.set(file.name, fault)
      }
    } finally {
      await snapshot.close()
    }
    faults = still
  }
  return [...faults].map(([name, fault]) => `${name} ${fault}`)
}

async function verifyLedger(config: Config, progress: Progress): Promise<Checked> {
  const path = join(config.dataDirectory, ledgerName)
  try {
    const { events, supply } = await summarizeLedger(path, (done, all) =>
      progress.show(`Ledger ${percent(done, all)}`),
    )
    return { what: 'ledger', summary: `${events} events, ${supply} micro-units in circulation`, faults: [] }
  } catch (error) {
    if (!(error instanceof EconomyFault)) throw error
    const missing = error.cause instanceof Error && 'code' in error.cause && error.cause.code === 'ENOENT'
    if (!missing) return { what: 'ledger', summary: path, faults: [error.message] }
    const summary = config.economy.elsewhere ? 'elsewhere: verify it there' : 'none yet'
    return { what: 'ledger', summary, faults: [] }
  }
}
