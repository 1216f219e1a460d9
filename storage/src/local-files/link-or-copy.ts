import { constants, copyFile, link, open, stat } from 'node:fs/promises'

/**
 * Gives a file a second name. Copies the file and its times if the file system has no links, or allows no more of this file.
 *
 * @throws if a file with the second name exists.
 */
export async function linkOrCopy(from: string, to: string): Promise<void> {
  try {
    await link(from, to)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (!code || !['EPERM', 'ENOTSUP', 'EMLINK', 'EXDEV', 'ENOSYS'].includes(code)) throw error
    // Copying reads the file, which may change the time of its last use.
    const { atime, mtime } = await stat(from)
    await copyFile(from, to, constants.COPYFILE_EXCL)
    const copy = await open(to, 'r+')
    try {
      await copy.utimes(atime, mtime)
      await copy.sync()
    } finally {
      await copy.close()
    }
  }
}
