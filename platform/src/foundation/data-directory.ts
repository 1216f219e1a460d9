import { mkdir, mkdtemp, rmdir, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { CannotStart } from './errors.ts'

/**
 * Makes the data directory where it is missing, and tries whether it can be written.
 *
 * @throws CannotStart
 */
export async function prepareDataDirectory(directory: string): Promise<void> {
  try {
    await makeFolder(resolve(directory))
    await rmdir(await mkdtemp(join(directory, 'probe-')))
  } catch (error) {
    throw new CannotStart(`The data directory ${directory} cannot be written: ${(error as Error).message}`)
  }
}

/**
 * Folder by folder: a `mkdir` that is recursive tries for ever where the kernel says that a folder cannot be made
 * because it does not exist, as below `/proc`.
 */
async function makeFolder(path: string): Promise<void> {
  if (await stat(path).catch(() => undefined)) return
  const parent = dirname(path)
  if (parent !== path) await makeFolder(parent)
  await mkdir(path).catch((error: NodeJS.ErrnoException) => {
    // Another process of ours was quicker.
    if (error.code !== 'EEXIST') throw error
  })
}
