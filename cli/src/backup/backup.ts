import { randomUUID } from 'node:crypto'
import { access, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'node:path'
import { eventsBetween, type LedgerMark, lastMark } from '@baseplate/economy/marks'
import type { Database } from '@baseplate/platform/database'
import type { Config } from '@baseplate/platform/foundation/config/schema'
import { openSnapshot, type Snapshot, sqliteFile } from '@baseplate/platform/foundation/database/snapshot'
import { CannotStart } from '@baseplate/platform/foundation/errors'
import type { NamedFile } from '@baseplate/platform/foundation/named-file'
import { namedFiles } from '@baseplate/platform/upkeep/named-files'
import { knownPayments } from '@baseplate/platform/upkeep/payments'
import { type Progress, percent } from '../progress.ts'
import { type ArchiveWriter, writeArchive } from './archive.ts'
import { cutLedger } from './cut-ledger.ts'
import { type About, aboutName, formatNumber, ledgerName } from './format.ts'
import { isUpToDate } from './is-up-to-date.ts'
import { hashOf, isAsNamed } from './named-file.ts'
import { openStage, type Stage, type StagedFile } from './stage.ts'

/** A file that is changed more often than that cannot be caught. */
const attemptsMax = 10

export interface BackedUp {
  about: About
  files: number
  bytes: number
  /** Files that are not as the database says, and were not even before: `verify` says more. */
  faults: string[]
}

/**
 * Copies a data directory into one archive, while the product runs. Database, ledger and files are of one moment
 * (docs/decisions/0010). The archive appears when it is whole.
 *
 * @throws CannotStart; EconomyFault
 */
export async function backUp(
  config: Config,
  file: string,
  signal: AbortSignal,
  progress: Progress,
): Promise<BackedUp> {
  const archive = resolve(file)
  await checkTarget(config, archive)
  const stage = await openStage(config.dataDirectory)
  const partial = `${archive}.${randomUUID()}.partial`
  try {
    const moment = await takeMoment(config, stage, progress)
    const faults: string[] = stage.refused.map(
      (name) => `${JSON.stringify(name)} has a name that no archive should have`,
    )
    let files = 0
    await writeArchive(partial, signal, async (writer) => {
      await writer.text(aboutName, `${JSON.stringify(moment.about, undefined, 2)}\n`)
      for (const [name, mode] of stage.folders) await writer.folder(name, mode)
      const whole = { mode: 0o600, modified: new Date() }
      await writer.file({ name: sqliteFile, ...whole }, moment.database)
      if (moment.ledgerEnd !== undefined) {
        const ledger = join(config.dataDirectory, ledgerName)
        await writer.file({ name: ledgerName, ...whole }, ledger, moment.ledgerEnd)
      }
      files = await writeFiles(writer, stage, moment.named, faults, progress)
    })
    const { size: bytes } = await stat(partial)
    await rename(partial, archive)
    return { about: moment.about, files, bytes, faults }
  } finally {
    progress.end()
    await rm(partial, { force: true })
    await stage.remove()
  }
}

async function checkTarget({ dataDirectory, databaseUrl }: Config, archive: string): Promise<void> {
  if (databaseUrl !== undefined) {
    throw new CannotStart(
      'A platform on PostgreSQL is not backed up in one archive: see docs/operating/backup.md, "On PostgreSQL".',
    )
  }
  if (
    await access(archive).then(
      () => true,
      () => false,
    )
  ) {
    throw new CannotStart(`${archive} is there already: a back-up replaces nothing.`)
  }
  await access(dirname(archive)).catch(() => {
    throw new CannotStart(`There is no folder ${dirname(archive)} to write the back-up to.`)
  })
  const inside = relative(dataDirectory, archive)
  if (!inside.startsWith('..') && !inside.startsWith('backups/')) {
    throw new CannotStart(`${archive} is in the data directory itself: the next back-up would hold this one.`)
  }
}

interface Moment {
  about: About
  /** Path of the database's copy. */
  database: string
  /** Undefined: there is no ledger here. */
  ledgerEnd: LedgerMark | undefined
  named: Map<string, NamedFile>
}

/**
 * Holds everything still: the files before the database's moment and right after it. What was changed twice between the
 * two, and is not there as the database has it, is waited for to be changed less often.
 */
async function takeMoment(config: Config, stage: Stage, progress: Progress): Promise<Moment> {
  progress.show('Looking at the files')
  await stage.pass()
  for (let attempt = 1; ; attempt++) {
    const ledger = join(config.dataDirectory, ledgerName)
    const before = await lastMark(ledger)
    const created = new Date().toISOString()
    const snapshot = await openSnapshot<Database>({
      url: config.databaseUrl,
      dataDirectory: config.dataDirectory,
    })
    try {
      const after = await lastMark(ledger)
      await stage.pass()
      const named = await allNamedFiles(snapshot)
      if (attempt < attemptsMax && !(await hasAllThatChanged(stage, named))) continue
      const ledgerEnd = after === undefined ? undefined : await cutOf(ledger, before ?? 0, after, snapshot)
      const database = join(stage.folder, sqliteFile)
      await snapshot.copyTo(database, (done, all) => progress.show(`Database ${percent(done, all)}`))
      const { kind, migrations } = snapshot
      const about = { format: formatNumber, created, database: kind, migrations: [...migrations] }
      return { about: { ...about, ledger: after !== undefined }, database, ledgerEnd, named }
    } finally {
      await snapshot.close()
    }
  }
}

/** Rows of another version cannot be read by this one's names: such a database is copied, and not looked into. */
async function allNamedFiles(snapshot: Snapshot<Database>): Promise<Map<string, NamedFile>> {
  const named = new Map<string, NamedFile>()
  if (isUpToDate(snapshot)) for await (const file of namedFiles(snapshot.db)) named.set(file.name, file)
  return named
}

async function hasAllThatChanged(stage: Stage, named: ReadonlyMap<string, NamedFile>): Promise<boolean> {
  for (const name of stage.changed) {
    const expected = named.get(name)
    if (expected && !(await findAsNamed(expected, stage.files.get(name) ?? []))) return false
  }
  return true
}

async function cutOf(ledger: string, before: LedgerMark, after: LedgerMark, snapshot: Snapshot<Database>) {
  const events = await eventsBetween(ledger, before, after)
  const keys = events.flatMap(({ key }) => key ?? [])
  return cutLedger(before, events, await knownPayments(snapshot.db, isUpToDate(snapshot) ? keys : []))
}

/** @returns how many files were written. */
async function writeFiles(
  archive: ArchiveWriter,
  stage: Stage,
  named: Map<string, NamedFile>,
  faults: string[],
  progress: Progress,
): Promise<number> {
  /** What is in the archive, by the identity of the file on disk. */
  const written = new Map<string, { name: string; sha256: string }>()
  let files = 0
  for (const [name, taken] of stage.files) {
    const expected = named.get(name)
    const meant = expected && taken.length > 1 ? await findAsNamed(expected, taken) : undefined
    const staged = meant ?? taken.at(-1)
    if (!staged || (!expected && !stage.present.has(name))) continue
    const twin = written.get(staged.identity)
    if (twin) await archive.link(name, twin.name)
    const { sha256 } = twin ?? (await archive.file({ name, ...staged }, staged.path))
    if (!twin) written.set(staged.identity, { name, sha256 })
    if (expected && !isAsNamed(expected, { size: staged.size, sha256 }))
      faults.push(`${name} is not what the database says`)
    files += 1
    progress.show(`Files ${percent(files, stage.files.size)}`)
  }
  for (const name of named.keys()) if (!stage.files.has(name)) faults.push(`${name} is not there`)
  return files
}

/** Of a file that was changed between the passes, the one that the database means. */
async function findAsNamed(
  expected: NamedFile,
  taken: readonly StagedFile[],
): Promise<StagedFile | undefined> {
  for (const staged of taken) {
    if (isAsNamed(expected, { size: staged.size, sha256: await hashOf(staged.path) })) return staged
  }
}
