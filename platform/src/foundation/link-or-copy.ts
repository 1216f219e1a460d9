import { constants, copyFile, link, open, stat } from 'node:fs/promises'

/**
 * Gives a file a second name, or copies it with its time: not every file system has links, and none has any number of them.
 *
 * @throws when there is a file of the second name.
 */
export async function linkOrCopy(from: string, to: string): Promise<void> {
  try {
    await link(from, to)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (!code || !['EPERM', 'ENOTSUP', 'EMLINK', 'EXDEV', 'ENOSYS'].includes(code)) throw error
    await copyFile(from, to, constants.COPYFILE_EXCL)
    const { atime, mtime } = await stat(from)
    const copy = await open(to, 'r+')
    try {
      await copy.utimes(atime, mtime)
      await copy.sync()
    } finally {
      await copy.close()
    }
  }
}
