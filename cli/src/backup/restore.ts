import { mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Config } from '@baseplate/platform/foundation/config/schema'
import {
  expectEmptyPostgres,
  isEmptyPostgres,
  loadRows,
  rowsFolder,
  rowsIn,
} from '@baseplate/platform/foundation/database/rows'
import { CannotStart } from '@baseplate/platform/foundation/errors'
import { isBeingRestored, restoringMark, restoringText } from '@baseplate/platform/foundation/restoring'
import { migrations } from '@baseplate/platform/migrations/all'
import { acquireLock } from '@baseplate/service/lock'
import { type Progress, percent } from '../progress.ts'
import { readArchive } from './archive.ts'
import { extract } from './extract.ts'
import type { About } from './format.ts'

/**
 * Makes a data directory from an archive, and fills the PostgreSQL database of one that had it. The directory appears when all
 * of it is there and is what was backed up; until then everything is in a folder beside it, and the database is empty. Stopped
 * at any point, it can be run again.
 *
 * @throws CannotStart when there is something in the data directory or the database, another restore is under way, or the
 * archive is damaged, of a later version, or of the other kind of database.
 */
export async function restore(
  config: Config,
  archive: string,
  signal: AbortSignal,
  progress: Progress,
): Promise<About> {
  const { dataDirectory, databaseUrl } = config
  const size = await stat(archive).then(
    (found) => found.size,
    (error: Error) => {
      throw new CannotStart(`${archive} cannot be read: ${error.message}`)
    },
  )
  const workshop = `${dataDirectory}.restoring`
  const folder = join(workshop, 'data')
  await mkdir(workshop, { recursive: true })
  const lock = acquireLock(join(workshop, 'lock'))
  if ('holder' in lock) throw new CannotStart(`Another restore into ${dataDirectory} is under way.`)
  try {
    await clear(config, folder)
    await mkdir(folder)
    const show = (bytesRead: number) => progress.show(`Restoring ${percent(bytesRead, size)}`)
    const read = extract(readArchive(archive, show), folder, config, signal)
    const about = await read.catch((error: Error) => {
      if (error instanceof CannotStart || isOfTheDisk(error) || signal.aborted) throw error
      // Whoever reads the archive ends some sentences, and others not.
      const why = error.message.replace(/\.$/, '')
      throw new CannotStart(`${archive} is damaged: ${why}. Nothing was restored.`)
    })
    if (databaseUrl !== undefined) await fillDatabase(databaseUrl, about, folder, dataDirectory, progress)
    else await takePlaceOf(folder, dataDirectory)
    return about
  } finally {
    progress.end()
    await rm(workshop, { recursive: true, force: true })
    lock.release()
  }
}

/** Removes what a restore that was stopped has left. @throws CannotStart when anything else is in the way */
async function clear({ dataDirectory, databaseUrl }: Config, folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true })
  if (databaseUrl === undefined) return expectEmpty(dataDirectory)
  if (!(await isBeingRestored(dataDirectory))) {
    await expectEmpty(dataDirectory)
    return expectEmptyPostgres(databaseUrl)
  }
  if (!(await isEmptyPostgres(databaseUrl))) {
    throw new CannotStart(
      `${dataDirectory} and the database are restored: the restore before this one was stopped after it had done everything. ` +
        'Start the product.',
    )
  }
  // At once out of the way: stopped while it is removed, it is known for what it is.
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

/** Not the archive's fault. */
const isOfTheDisk = (error: NodeJS.ErrnoException) => error.syscall !== undefined

/**
 * The data directory is put in place just before the database has its rows, and says so until it has: what stops in between
 * is told from a platform.
 */
async function fillDatabase(
  url: string,
  about: About,
  folder: string,
  dataDirectory: string,
  progress: Progress,
): Promise<void> {
  const rows = join(folder, rowsFolder)
  let inPlace = false
  try {
    await loadRows({ url, rows: rowsIn(rows) }, migrations, about.migrations, {
      onProgress: (done, all) => progress.show(`Filling the database ${percent(done, all)}`),
      async last() {
        await rm(rows, { recursive: true })
        await writeFile(join(folder, restoringMark), restoringText)
        await takePlaceOf(folder, dataDirectory)
        inPlace = true
      },
    })
  } catch (error) {
    if (error instanceof CannotStart) throw error
    // Whoever loses the connection while the database commits does not know whether it has.
    const what = inPlace ? 'Restore again' : 'Nothing was restored'
    throw new CannotStart(`The database could not be filled: ${(error as Error).message}. ${what}.`)
  }
  await rm(join(dataDirectory, restoringMark))
}

async function takePlaceOf(folder: string, dataDirectory: string): Promise<void> {
  const parent = dirname(dataDirectory)
  await mkdir(parent, { recursive: true })
  try {
    // An empty folder gives way to another one.
    await rename(folder, dataDirectory)
  } catch (error) {
    throw new CannotStart(
      `The data directory ${dataDirectory} cannot be put in place: ${(error as Error).message}. ` +
        'It has to be a folder that can be replaced, which the root of a disk cannot.',
    )
  }
  const above = await open(parent, 'r')
  try {
    await above.sync()
  } finally {
    await above.close()
  }
}
