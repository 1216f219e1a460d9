import { randomUUID } from 'node:crypto'
import { access, open, rename, rm } from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'node:path'
import type { Config } from '@baseplate/platform/foundation/config/schema'
import type { FileReference } from '@baseplate/platform/foundation/file-reference'
import { CannotStart } from '@baseplate/service/cannot-start'
import { syncFolder } from '@baseplate/storage/local-files/receive'
import { openExistingSnapshot } from '../database/existing.ts'
import { type LedgerFile, openLedgerFile } from '../ledger-file.ts'
import { type Progress, percent } from '../progress.ts'
import { type ArchiveWriter, writeArchive } from './archive.ts'
import { type About, aboutName, keysFolder, ledgerName } from './format.ts'
import { openObjectStorage } from './indexed-files.ts'
import { copyFolder, findReferenced, takeMoment } from './moment.ts'
import { openStage, type Stage, type StagedFile } from './stage.ts'
import { matchesReference } from './verify-file.ts'
import { writeObjects } from './write-objects.ts'

export interface BackedUp {
  about: About
  files: number
  bytes: number
  /** Files that differed from the database even before the backup. `verify` describes them in more detail. */
  faults: string[]
}

/**
 * Copies a data directory into one archive file while the product runs. The archive gets its name when it is complete.
 * @throws CannotStart; EconomyFault; the signal's reason
 */
export async function backUp(
  config: Config,
  file: string,
  signal: AbortSignal,
  progress: Progress,
): Promise<BackedUp> {
  const archive = resolve(file)
  await checkTarget(config, archive)
  const partial = `${archive}.${randomUUID()}.partial`
  try {
    const output = await open(partial, 'wx', 0o600)
    try {
      const result = await backUpTo(config, (chunk) => output.appendFile(chunk), signal, progress)
      await output.sync()
      await rename(partial, archive)
      await syncFolder(dirname(archive))
      return result
    } finally {
      await output.close()
    }
  } finally {
    await rm(partial, { force: true })
  }
}

/**
 * Streams an archive of a data directory to `write`. Database, ledger and files show the same moment
 * (docs/decisions/0010).
 *
 * @throws CannotStart; EconomyFault; the signal's reason
 */
export async function backUpTo(
  config: Config,
  write: (chunk: Uint8Array) => Promise<void>,
  signal: AbortSignal,
  progress: Progress,
): Promise<BackedUp> {
  const { databaseUrl: url, dataDirectory } = config
  // Checked before the stage is opened, which would create a missing data directory.
  await (await openExistingSnapshot({ url, dataDirectory })).close()
  const objects = await openObjectStorage(config)
  const stage = await openStage(dataDirectory, (name) => !objects || name === keysFolder)
  let bytes = 0
  let opened: LedgerFile | undefined
  try {
    const ledger = await openLedgerFile(config)
    opened = ledger
    const moment = await takeMoment(config, { stage, ledger }, signal, progress)
    const faults: string[] = stage.refused.map(
      (name) => `${JSON.stringify(name)} has a name that no archive should have`,
    )
    let files = 0
    const counted = (chunk: Uint8Array) => {
      bytes += chunk.length
      return write(chunk)
    }
    await writeArchive(counted, signal, async (writer) => {
      await writer.text(aboutName, `${JSON.stringify(moment.about, undefined, 2)}\n`)
      for (const [name, mode] of stage.folders) await writer.folder(name, mode)
      const whole = { mode: 0o600, modified: new Date() }
      for (const name of moment.database) {
        await writer.file({ name, ...whole }, join(stage.folder, copyFolder, name))
      }
      if (moment.ledgerEnd !== undefined) {
        await writer.file({ name: ledgerName, ...whole }, ledger.path, moment.ledgerEnd)
      }
      files = objects
        ? (await writeFiles(writer, stage, new Map(), faults, progress)) +
          (await writeObjects(writer, objects, moment, faults, progress))
        : await writeFiles(writer, stage, moment.references, faults, progress)
    })
    return { about: moment.about, files, bytes, faults }
  } finally {
    progress.end()
    objects?.close()
    await stage.remove()
    await opened?.close()
  }
}

async function checkTarget({ dataDirectory }: Config, archive: string): Promise<void> {
  if (
    await access(archive).then(
      () => true,
      () => false,
    )
  ) {
    throw new CannotStart(`${archive} already exists. A backup never replaces a file.`)
  }
  await access(dirname(archive)).catch(() => {
    throw new CannotStart(`There is no folder ${dirname(archive)} to write the backup to.`)
  })
  const inside = relative(dataDirectory, archive)
  if (!inside.startsWith('..') && !inside.startsWith('backups/')) {
    throw new CannotStart(`${archive} is in the data directory itself, so the next backup would contain it.`)
  }
}

/** @returns the number of files written. */
async function writeFiles(
  archive: ArchiveWriter,
  stage: Stage,
  references: Map<string, FileReference>,
  faults: string[],
  progress: Progress,
): Promise<number> {
  /** Archived files by the identity of the file on disk. */
  const written = new Map<string, { name: string; sha256: string }>()
  let files = 0
  for (const [name, taken] of stage.files) {
    const expected = references.get(name)
    const referenced =
      expected && hasSeveralCopies(taken, stage.fallbacksOf(expected))
        ? await findReferenced(expected, stage)
        : undefined
    const staged = referenced ?? taken.at(-1)
    if (!staged || (!expected && !stage.present.has(name))) continue
    const twin = written.get(staged.identity)
    if (twin) await archive.link(name, twin.name)
    const { sha256 } = twin ?? (await archive.file({ name, ...staged }, staged.path))
    if (!twin) written.set(staged.identity, { name, sha256 })
    if (expected && !matchesReference(expected, { size: staged.size, sha256 }))
      faults.push(`${name} does not match the database`)
    files += 1
    progress.show(`Files ${percent(files, stage.files.size)}`)
  }
  for (const name of references.keys()) if (!stage.files.has(name)) faults.push(`${name} is missing`)
  return files
}

/** Most assets have a single copy, whose hash is computed while it is written. */
const hasSeveralCopies = (taken: readonly StagedFile[], fallbacks: readonly StagedFile[]) =>
  new Set([...taken, ...fallbacks].map(({ identity }) => identity)).size > 1
