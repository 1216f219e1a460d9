import { chmod, lstat, mkdir, opendir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Config } from '@baseplate/platform/foundation/config/schema'
import type { Database } from '@baseplate/platform/foundation/database'
import { rememberRestored } from '@baseplate/platform/installation/door'
import { migrations } from '@baseplate/platform/migrations/all'
import { CannotStart } from '@baseplate/service/cannot-start'
import { acquireLock } from '@baseplate/service/lock'
import {
  expectEmptyPostgres,
  isEmptyPostgres,
  loadRows,
  rowsFolder,
  rowsIn,
} from '@baseplate/storage/database/rows'
import { FilesUnavailable } from '@baseplate/storage/files-unavailable'
import { makeFolder, syncFolder } from '@baseplate/storage/local-files/receive'
import { hasSqlite, isBeingRestored, restoringMark, restoringText } from '@baseplate/storage/restoring'
import { stagedFolder, stagingOf } from '@baseplate/storage/unfinished-restore'
import type { Kysely } from 'kysely'
import { type Progress, percent } from '../progress.ts'
import { type ArchiveSource, openArchiveFile, readArchive } from './archive.ts'
import { extract } from './extract.ts'
import type { About } from './format.ts'
import { openRestoredStorage, type RestoredStorage } from './restore-objects.ts'
import { isStored, openStoredArchive } from './stored-archive.ts'

/**
 * Creates a data directory from an archive, and fills the PostgreSQL database of a platform that used one. The
 * directory gets its name when it is complete and verified. Until then everything is in a folder beside it or in object
 * storage, and the database is empty. A restore that was stopped at any point can be run again.
 *
 * @throws CannotStart when the data directory or the database is not empty, another restore is running, or the archive
 * is damaged, of a later version, or of the other kind of database.
 */
export async function restore(
  config: Config,
  archive: string,
  signal: AbortSignal,
  progress: Progress,
): Promise<About> {
  const { dataDirectory, databaseUrl } = config
  const source = await openSource(archive)
  const staging = stagingOf(dataDirectory)
  const folder = join(staging, stagedFolder)
  await makeFolder(staging)
  const lock = acquireLock(join(staging, 'lock'))
  if ('holder' in lock) throw new CannotStart(`Another restore into ${dataDirectory} is running.`)
  let storage: RestoredStorage | undefined
  try {
    await clear(config, folder)
    const mode = await requireReplaceable(dataDirectory, folder)
    await mkdir(folder)
    await chmod(folder, mode)
    storage = await openRestoredStorage(config, signal)
    const show = (bytesRead: number) => progress.show(`Restoring ${percent(bytesRead, source.size)}`)
    const read = extract(readArchive(source, show), folder, config, signal)
    const about = await read.catch((error: Error) => {
      if (isUnrelatedToArchive(error) || signal.aborted) throw error
      // Some of the archive reader's messages end with a full stop, and others do not.
      const why = error.message.replace(/\.$/, '')
      throw new CannotStart(`${archive} is damaged: ${why}. Nothing was restored.`)
    })
    await storage.upload(folder, signal, progress)
    if (databaseUrl !== undefined)
      await fillDatabase(databaseUrl, about, { folder, dataDirectory, storage }, progress)
    else {
      await storage.completeSqlite(folder)
      await takePlaceOf(folder, dataDirectory)
    }
    // Everything is in place. The next start removes the marks that a crash leaves here.
    await storage.finish()
    await rm(join(dataDirectory, restoringMark))
    await rememberRestored(config)
    return about
  } finally {
    progress.end()
    storage?.close()
    source.close?.()
    await rm(staging, { recursive: true, force: true })
    lock.release()
  }
}

/** Removes what a stopped restore left behind. @throws CannotStart when there is any other data */
async function clear({ dataDirectory, databaseUrl }: Config, folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true })
  if (!(await isBeingRestored(dataDirectory))) {
    await expectEmpty(dataDirectory)
    return databaseUrl === undefined ? undefined : expectEmptyPostgres(databaseUrl)
  }
  if (databaseUrl === undefined && !(await hasSqlite(dataDirectory))) return expectEmpty(dataDirectory)
  if (databaseUrl === undefined || !(await isEmptyPostgres(databaseUrl))) {
    throw new CannotStart(
      `${dataDirectory} and the database are restored: the restore before this one was stopped after it had done everything. ` +
        'Start the product.',
    )
  }
  // The new name marks the directory as abandoned, in case its removal is interrupted.
  await rename(dataDirectory, folder)
  await rm(folder, { recursive: true })
}

async function expectEmpty(directory: string): Promise<void> {
  const names = await readdir(directory).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw new CannotStart(`The data directory ${directory} cannot be read: ${error.message}`)
  })
  if (names.length === 0) return
  throw new CannotStart(
    `The data directory ${directory} is not empty. Stop the product, move the folder away, and restore again.`,
  )
}

/** Opens an archive on disk or in object storage. @throws CannotStart */
async function openSource(archive: string): Promise<ArchiveSource & { close?: () => void }> {
  if (isStored(archive)) return openStoredArchive(archive)
  return openArchiveFile(archive).catch((error: Error) => {
    throw new CannotStart(`${archive} cannot be read: ${error.message}`)
  })
}

/** Whether the disk or object storage has failed, which does not mean that the archive is damaged. */
const isUnrelatedToArchive = (error: NodeJS.ErrnoException) =>
  error instanceof CannotStart || error instanceof FilesUnavailable || error.syscall !== undefined

/**
 * Moves the data directory into place just before the rows are committed, and marks it until they are. The mark tells
 * an interrupted restore from a platform.
 */
async function fillDatabase(
  url: string,
  about: About,
  { folder, dataDirectory, storage }: { folder: string; dataDirectory: string; storage: RestoredStorage },
  progress: Progress,
): Promise<void> {
  const rows = join(folder, rowsFolder)
  let inPlace = false
  try {
    await loadRows({ url, rows: rowsIn(rows) }, migrations, about.migrations, {
      onProgress: (done, all) => progress.show(`Filling the database ${percent(done, all)}`),
      async last(db) {
        await storage.complete(db as Kysely<Database>)
        await rm(rows, { recursive: true })
        await takePlaceOf(folder, dataDirectory)
        inPlace = true
      },
    })
  } catch (error) {
    if (error instanceof CannotStart) throw error
    // A connection lost during the commit leaves it unknown whether the database has the rows.
    const what = inPlace ? 'Restore again' : 'Nothing was restored'
    throw new CannotStart(`The database could not be filled: ${(error as Error).message}. ${what}.`)
  }
}

/** The mode that a start gives to a data directory. */
const folderMode = 0o700

const irreplaceable = (dataDirectory: string, why: string) =>
  new CannotStart(
    `The data directory ${dataDirectory} cannot be put in place: ${why}. ` +
      'It has to be a folder that can be replaced, which the root of a disk cannot.',
  )

/**
 * Tries whether an empty data directory can be replaced, before hours of work end with a folder that cannot.
 *
 * @returns the mode of the folder that is replaced.
 * @throws CannotStart
 */
async function requireReplaceable(dataDirectory: string, probe: string): Promise<number> {
  try {
    const found = await lstat(dataDirectory)
    if (!found.isDirectory()) throw irreplaceable(dataDirectory, 'it is a link or a file')
    await rename(dataDirectory, probe)
    await rename(probe, dataDirectory)
    return found.mode & 0o777
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return folderMode
    throw error instanceof CannotStart ? error : irreplaceable(dataDirectory, (error as Error).message)
  }
}

/**
 * Marks a complete folder and gives it the name of the data directory. A power cut leaves it as a whole or not at all: its files
 * are synced, and the names of all of them before its own.
 */
async function takePlaceOf(folder: string, dataDirectory: string): Promise<void> {
  await writeFile(join(folder, restoringMark), restoringText)
  await syncFolders(folder)
  try {
    // The rename replaces an empty folder.
    await rename(folder, dataDirectory)
  } catch (error) {
    throw irreplaceable(dataDirectory, (error as Error).message)
  }
  await syncFolder(dirname(dataDirectory))
}

/** Syncs a folder and the folders in it. */
async function syncFolders(path: string): Promise<void> {
  for await (const entry of await opendir(path))
    if (entry.isDirectory()) await syncFolders(join(path, entry.name))
  await syncFolder(path)
}
