import { readdir } from 'node:fs/promises'
import { CannotStart } from '@baseplate/service/cannot-start'

/** Folder beside the data directory that a restore fills. */
export const stagingOf = (dataDirectory: string): string => `${dataDirectory}.restoring`

/** Folder in it that becomes the data directory at the end. */
export const stagedFolder = 'data'

/**
 * Refuses a data directory whose restore was stopped or is still running. Without this, an empty platform would start in its place,
 * and its first visitor would own it.
 *
 * @throws CannotStart
 */
export async function refuseUnfinishedRestore(dataDirectory: string): Promise<void> {
  const staging = stagingOf(dataDirectory)
  const left = await namesIn(staging)
  // A restore that was killed at its very end leaves its lock beside the data directory that it has put in place.
  if (!left || (!left.includes(stagedFolder) && ((await namesIn(dataDirectory)) ?? []).length > 0)) return
  throw new CannotStart(
    `A restore into ${dataDirectory} is running or was stopped. Run \`baseplate restore\` again, or remove ${staging} to start without it.`,
  )
}

const namesIn = (folder: string): Promise<string[] | undefined> =>
  readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined
    throw new CannotStart(`${folder} cannot be read: ${error.message}`)
  })
