import { mkdir, mkdtemp, rmdir, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { CannotStart } from './errors.ts'

/**
 * Creates the data directory if it is missing, and checks that it is writable.
 *
 * @throws CannotStart
 */
export async function prepareDataDirectory(directory: string): Promise<void> {
  try {
    await createFolder(resolve(directory))
    await rmdir(await mkdtemp(join(directory, 'probe-')))
  } catch (error) {
    throw new CannotStart(`The data directory ${directory} cannot be written: ${(error as Error).message}`)
  }
}

/**
 * Creates a folder and its parents one at a time. A recursive `mkdir` never returns where the kernel reports ENOENT for an
 * existing parent, as it does below `/proc`.
 */
async function createFolder(path: string): Promise<void> {
  if (await stat(path).catch(() => undefined)) return
  const parent = dirname(path)
  if (parent !== path) await createFolder(parent)
  await mkdir(path).catch((error: NodeJS.ErrnoException) => {
    // Another process of the installation may have created it meanwhile.
    if (error.code !== 'EEXIST') throw error
  })
}
