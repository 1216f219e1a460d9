import { CannotStart } from '@baseplate/service/cannot-start'
import { isEmptyPostgres } from '../database/rows.ts'
import { FilesUnavailable } from '../files-unavailable.ts'
import { hasSqlite } from '../restoring.ts'
import type { IndexDb } from '../tables.ts'
import { listFiles } from './file-index.ts'
import { parseS3Location } from './location.ts'
import type { Objects } from './objects.ts'

/** Object that marks a prefix whose restore has not finished. */
export const restoringKey = 'restoring'

/** Object that says that the objects of an earlier prefix are lost for good. */
const adoptedKey = 'adopted'

/** Files whose objects are looked for. One that is there proves that the prefix is the right one. */
const sampled = 5

/** Where the rows and the files are. */
interface Stored {
  dataDirectory: string
  databaseUrl?: string | undefined
  filesUrl?: string | undefined
}

/**
 * Refuses to start an empty platform on object storage that a restore has not filled. Removes the mark of a restore that was stopped
 * after it had filled everything.
 *
 * @throws CannotStart
 */
export const refuseUnfinishedObjects = (config: Stored): Promise<void> =>
  withObjects(config, async (objects) => {
    if ((await objects.sizeOf(restoringKey)) === undefined) return
    const { databaseUrl: url, dataDirectory } = config
    const isEmpty = url === undefined ? !(await hasSqlite(dataDirectory)) : await isEmptyPostgres(url)
    if (!isEmpty) return objects.remove(restoringKey)
    throw new CannotStart(
      'A restore into FILES_URL is running or was stopped. Run `baseplate restore` again, or empty the bucket or prefix to start without it.',
    )
  })

/** Refuses a bucket or prefix that has none of the objects that the database names. @throws CannotStart */
export const refuseLostObjects = (config: Stored, db: IndexDb): Promise<void> =>
  withObjects(config, async (objects) => {
    const files = await listFiles(db, { prefix: '', after: '', limit: sampled })
    for (const { objectKey } of files) if ((await objects.sizeOf(objectKey)) !== undefined) return
    if (files.length === 0 || (await objects.sizeOf(adoptedKey)) !== undefined) return
    throw new CannotStart(
      'The objects that the database names are not at FILES_URL. Set it to their bucket and prefix, or restore a backup. ' +
        '`baseplate adopt` goes on without them.',
    )
  })

/** Accepts the objects that are at FILES_URL, even if the database names others. @throws FilesUnavailable */
export const adoptObjects = (config: Stored): Promise<void> =>
  withObjects(
    config,
    (objects) => objects.put(adoptedKey, [Buffer.from('The earlier objects are lost.\n')]),
    true,
  )

/** Does nothing while the storage is away: the site starts without it, and serves what needs no file. */
async function withObjects(
  { filesUrl }: Stored,
  use: (objects: Objects) => Promise<void>,
  isNeeded = false,
): Promise<void> {
  const location = filesUrl === undefined ? undefined : parseS3Location(filesUrl)
  if (!location) return
  const { openObjects } = await import('./objects.ts')
  const objects = openObjects(location, { isForUsers: true })
  try {
    await use(objects)
  } catch (error) {
    if (isNeeded || !(error instanceof FilesUnavailable)) throw error
  } finally {
    objects.close()
  }
}
