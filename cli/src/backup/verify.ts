import { setTimeout as delay } from 'node:timers/promises'
import { lastMark } from '@baseplate/economy/marks'
import { EconomyFault, readEvents, summarizeLedger } from '@baseplate/economy/read-ledger'
import type { Config } from '@baseplate/platform/foundation/config/schema'
import type { Database } from '@baseplate/platform/foundation/database'
import type { FileReference } from '@baseplate/platform/foundation/file-reference'
import { checkPayments, fileReferences } from '@baseplate/platform/operations/door'
import type { Kysely } from 'kysely'
import { inUnits } from '../amount.ts'
import { openExistingSnapshot } from '../database/existing.ts'
import type { Snapshot } from '../database/snapshot.ts'
import { type LedgerFile, openLedgerFile } from '../ledger-file.ts'
import { type Progress, percent } from '../progress.ts'
import { indexedFault, openObjectStorage } from './indexed-files.ts'
import { isUpToDate } from './is-up-to-date.ts'
import { fileFault } from './verify-file.ts'

/** Times that a difference from the database is checked once more. */
const retriesMax = 4
const retryDelayMs = 300

export interface Checked {
  what: string
  /** The subject of the check and its result. */
  summary: string
  /** One sentence for each fault. */
  faults: string[]
}

/**
 * Checks everything that is stored. The product may be running; changes in the meantime are not faults.
 *
 * @throws CannotStart when the database cannot be read at all
 */
export async function* verify(config: Config, progress: Progress): AsyncGenerator<Checked, void> {
  const open = () =>
    openExistingSnapshot<Database>({ url: config.databaseUrl, dataDirectory: config.dataDirectory })
  const snapshot = await open()
  const objects = await openObjectStorage(config)
  const faultIn: FaultIn = (db, file) =>
    objects ? indexedFault(objects, db, file) : fileFault(config.dataDirectory, file)
  let ledger: LedgerFile | undefined
  try {
    yield await verifyDatabase(snapshot, progress)
    if (isUpToDate(snapshot)) {
      const { count, faults } = await verifyFiles(snapshot, faultIn, progress)
      yield {
        what: 'files',
        summary: `${count} that the database names`,
        faults: await lastingFaults(faults, open, faultIn),
      }
    }
    ledger = await openLedgerFile(config)
    const checked = await verifyLedger(config, ledger, progress)
    yield checked
    if (isUpToDate(snapshot) && checked.isHere && checked.faults.length === 0) {
      yield await verifyPayments(snapshot, ledger, progress)
    }
  } finally {
    await ledger?.close()
    objects?.close()
    await snapshot.close()
  }
}

/** Returns what is wrong with a file that the database names, or undefined. */
type FaultIn = (db: Kysely<Database>, file: FileReference) => Promise<string | undefined>

async function verifyDatabase(snapshot: Snapshot<Database>, progress: Progress): Promise<Checked> {
  progress.show('Database')
  const { kind, damages, migrations } = snapshot
  const faults = isUpToDate(snapshot)
    ? []
    : ['is of another version: start the product once, then verify again']
  faults.push(...(await damages()))
  return { what: 'database', summary: `${kind}, ${migrations.length} migrations`, faults }
}

/** Returns the faults of files by file name. */
async function verifyFiles(snapshot: Snapshot<Database>, faultIn: FaultIn, progress: Progress) {
  const faults = new Map<string, string>()
  let count = 0
  for await (const file of fileReferences(snapshot.db)) {
    const fault = await faultIn(snapshot.db, file)
    if (fault !== undefined) faults.set(file.name, fault)
    count += 1
    progress.show(`${count} files`)
  }
  return { count, faults }
}

/** Returns the faults that persist. A file that is being replaced matches the database a moment later. */
async function lastingFaults(
  first: ReadonlyMap<string, string>,
  open: () => Promise<Snapshot<Database>>,
  faultIn: FaultIn,
): Promise<string[]> {
  let faults = first
  for (let retry = 0; retry < retriesMax && faults.size > 0; retry++) {
    await delay(retryDelayMs)
    const snapshot = await open()
    const still = new Map<string, string>()
    try {
      for await (const file of fileReferences(snapshot.db)) {
        const fault = faults.has(file.name) && (await faultIn(snapshot.db, file))
        if (fault) still.set(file.name, fault)
      }
    } finally {
      await snapshot.close()
    }
    faults = still
  }
  return [...faults].map(([name, fault]) => `${name} ${fault}`)
}

async function verifyLedger(
  config: Config,
  ledger: LedgerFile,
  progress: Progress,
): Promise<Checked & { isHere: boolean }> {
  const what = 'ledger'
  const { path } = ledger
  if ((await lastMark(path)) === undefined) {
    const summary = config.economy.elsewhere ? 'elsewhere: verify it there' : 'none yet'
    return { what, isHere: false, summary, faults: [] }
  }
  try {
    const { events, supply } = await summarizeLedger(path, (done, all) =>
      progress.show(`Ledger ${percent(done, all)}`),
    )
    return {
      what,
      isHere: true,
      summary: `${events} events, ${inUnits(supply)} in circulation`,
      faults: [],
    }
  } catch (error) {
    if (!(error instanceof EconomyFault)) throw error
    return { what, isHere: true, summary: path, faults: [error.message] }
  }
}

/**
 * Checks the payments against a ledger read after the database's moment. Every payment marked as paid was in the ledger
 * before.
 */
async function verifyPayments(
  snapshot: Snapshot<Database>,
  ledger: LedgerFile,
  progress: Progress,
): Promise<Checked> {
  const check = checkPayments(snapshot.db)
  await readEvents(ledger.path, check.take, (done, all) => progress.show(`Payments ${percent(done, all)}`))
  const { count, faults } = await check.finish()
  return { what: 'payments', summary: `${count} paid`, faults: faults.map(({ text }) => text) }
}
