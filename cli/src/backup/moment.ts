import { mkdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { eventsBetween, type LedgerMark, lastMark } from '@baseplate/economy/marks'
import type { Config } from '@baseplate/platform/foundation/config/schema'
import type { Database } from '@baseplate/platform/foundation/database'
import type { FileReference } from '@baseplate/platform/foundation/file-reference'
import { findKnownLedger } from '@baseplate/platform/money/door'
import { fileReferences, knownPayments } from '@baseplate/platform/operations/door'
import { minute } from '@baseplate/service/clock'
import { openExistingSnapshot } from '../database/existing.ts'
import type { Snapshot } from '../database/snapshot.ts'
import type { LedgerFile } from '../ledger-file.ts'
import { type Progress, percent } from '../progress.ts'
import { cutLedger } from './cut-ledger.ts'
import { type About, formatNumber } from './format.ts'
import { findReferenced as findIndexed, type IndexedFiles, putIntoPlace, readIndex } from './indexed-files.ts'
import { isUpToDate } from './is-up-to-date.ts'
import type { Stage, StagedFile } from './stage.ts'
import { hashOf, matchesReference } from './verify-file.ts'

/** Folder of the database's copy within the stage. */
export const copyFolder = 'database'

/** Attempts after which a difference from the database is a fault and no longer a change in progress. */
const attemptsMax = 10
const betweenLooksMs = 100

export interface Moment {
  about: About
  /** File names of the database's copy. */
  database: string[]
  /** Undefined when this machine has no ledger. */
  ledgerEnd: LedgerMark | undefined
  references: Map<string, FileReference>
  /** Files in object storage; empty where files are in the data directory. */
  index: IndexedFiles
}

/**
 * Stages a consistent view: the files before the database's moment, the database, and the files right after it. It
 * takes another moment when a file differs from its row. Such a file was changed twice in between, or stored before its
 * row was committed.
 */
export async function takeMoment(
  config: Config,
  { stage, ledger }: { stage: Stage; ledger: LedgerFile },
  signal: AbortSignal,
  progress: Progress,
): Promise<Moment> {
  progress.show('Looking at the files')
  await stage.pass(signal)
  for (let attempt = 1; ; attempt++) {
    if (attempt > 1) {
      progress.show('Waiting for files that are changing')
      await delay(betweenLooksMs)
      signal.throwIfAborted()
    }
    await ledger.refresh()
    const before = await lastMark(ledger.path)
    const created = new Date().toISOString()
    const snapshot = await openExistingSnapshot<Database>({
      url: config.databaseUrl,
      dataDirectory: config.dataDirectory,
    })
    try {
      await ledger.refresh()
      const after = await lastMark(ledger.path)
      await stage.pass(signal)
      const references = await allFileReferences(snapshot)
      const index: IndexedFiles =
        config.filesUrl !== undefined && isUpToDate(snapshot) ? await readIndex(snapshot.db) : new Map()
      const isWhole =
        config.filesUrl === undefined
          ? await hasAllThatChanged(config, stage, references, Date.parse(created))
          : references.values().every((reference) => findIndexed(index, reference))
      if (attempt < attemptsMax && !isWhole) continue
      const ledgerEnd =
        after === undefined ? undefined : await cutOf(ledger.path, before ?? 0, after, snapshot)
      const copy = join(stage.folder, copyFolder)
      await mkdir(copy)
      const database = await snapshot.copyTo(copy, (done, all) => {
        signal.throwIfAborted()
        progress.show(`Database ${percent(done, all)}`)
      })
      const { kind, migrations } = snapshot
      const about = { format: formatNumber, created, database: kind, migrations: [...migrations] }
      return {
        about: { ...about, ledger: after !== undefined },
        database,
        ledgerEnd,
        references,
        index: putIntoPlace(index, references),
      }
    } finally {
      await snapshot.close()
    }
  }
}

/** A database of another version is copied unread, because this version's code cannot read its rows. */
async function allFileReferences(snapshot: Snapshot<Database>): Promise<Map<string, FileReference>> {
  const references = new Map<string, FileReference>()
  if (isUpToDate(snapshot))
    for await (const file of fileReferences(snapshot.db)) references.set(file.name, file)
  return references
}

/** A file is stored or removed moments before its row is committed. */
const underWayMs = minute

/** Whether the stage holds the version that the database refers to, for every file that may be changing. */
async function hasAllThatChanged(
  { dataDirectory }: Config,
  stage: Stage,
  references: ReadonlyMap<string, FileReference>,
  moment: number,
): Promise<boolean> {
  for (const [name, expected] of references) {
    const modified =
      stage.files.get(name)?.at(-1)?.modified ?? (await modifiedOf(join(dataDirectory, dirname(name))))
    const mayChange = stage.changed.has(name) || Number(modified) > moment - underWayMs
    if (mayChange && !(await findReferenced(expected, stage))) return false
  }
  return true
}

const modifiedOf = (path: string): Promise<Date | undefined> =>
  stat(path).then(
    ({ mtime }) => mtime,
    () => undefined,
  )

async function cutOf(ledger: string, before: LedgerMark, after: LedgerMark, snapshot: Snapshot<Database>) {
  const events = await eventsBetween(ledger, before, after)
  if (!isUpToDate(snapshot)) return cutLedger(before, events, await knownPayments(snapshot.db, []))
  const keys = events.flatMap(({ key }) => key ?? [])
  const cut = cutLedger(before, events, await knownPayments(snapshot.db, keys))
  // The database refuses a ledger that is lower than the one it knows. That one was this high before the database's moment.
  const known = await findKnownLedger(snapshot.db)
  return known !== undefined && known.height <= after ? Math.max(cut, known.height) : cut
}

/** Returns the staged copy that a file reference means, among the file's own copies and those under its fallback name. */
export async function findReferenced(expected: FileReference, stage: Stage): Promise<StagedFile | undefined> {
  const held = [...(stage.files.get(expected.name) ?? []), ...stage.fallbacksOf(expected)]
  for (const staged of held) {
    if (matchesReference(expected, { size: staged.size, sha256: await hashOf(staged.path) })) return staged
  }
}
