import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from '@baseplate/service/log'
import { syncFolder } from '@baseplate/storage/local-files/receive'
import { parseS3Location, type S3Location } from '@baseplate/storage/s3-files/location'
import type { Objects } from '@baseplate/storage/s3-files/objects'
import { erasedIdHash } from '../../accounts/door.ts'
import type { Config } from '../../foundation/config/schema.ts'

type Configured = Pick<Config, 'Backup' | 'dataDirectory'>

/** A name for each erased account, outside the data directory, so that a restore leaves it alone. */
interface ErasureList {
  add(name: string): Promise<void>
  read(): Promise<string[]>
}

/**
 * Notes outside the database that an account is erased, for a backup that is restored later. Without `Backup.Folder`, the list may
 * be impossible to write, and then holds up no erasure.
 *
 * @throws any error of the disk; FilesUnavailable; Error when `Backup.Folder` is not an address
 */
export async function noteErasure(
  { config, log }: { config: Configured; log: Logger },
  userId: string,
): Promise<void> {
  try {
    await openList(config).add(erasedIdHash(userId))
  } catch (error) {
    if (config.Backup.Folder !== undefined) throw error
    log.warn(
      { userId, error: (error as Error).message },
      'an erased account could not be listed: a restored backup brings it back. Set Backup.Folder',
    )
  }
}

/**
 * Returns the hashes of the ids of all erased accounts that were noted.
 *
 * @throws any error of the disk; FilesUnavailable; Error when `Backup.Folder` is not an address
 */
export async function listedErasures(config: Configured): Promise<string[]> {
  return openList(config).read()
}

const listName = 'erased-accounts'

function openList({ Backup: { Folder }, dataDirectory }: Configured): ErasureList {
  if (Folder === undefined) return openFolder(`${dataDirectory}.${listName}`)
  const stored = parseS3Location(Folder)
  if (stored) return openStored({ ...stored, prefix: `${stored.prefix}${listName}/` })
  if (!Folder.startsWith('/'))
    throw new Error(`Backup.Folder is not an address such as s3://bucket/prefix: ${Folder}`)
  return openFolder(join(Folder, listName))
}

const openFolder = (folder: string): ErasureList => ({
  async add(name) {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await writeFile(join(folder, name), '', { flush: true })
    await syncFolder(folder)
  },
  read: () =>
    readdir(folder).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return []
      throw error
    }),
})

function openStored(location: S3Location): ErasureList {
  // Erasures are rare, so no connection is kept for them.
  const withObjects = async <T>(use: (objects: Objects) => Promise<T>): Promise<T> => {
    const { openObjects } = await import('@baseplate/storage/s3-files/objects')
    const objects = openObjects(location)
    try {
      return await use(objects)
    } finally {
      objects.close()
    }
  }
  return {
    add: (name) => withObjects((objects) => objects.put(name, [])),
    read: () => withObjects(async (objects) => (await Array.fromAsync(objects.list())).flat()),
  }
}
