import { CannotStart } from '@baseplate/service/cannot-start'
import type { Files } from './files.ts'
import { openLocalFiles } from './local-files/open.ts'
import { parseS3Location } from './s3-files/location.ts'
import type { IndexDb } from './tables.ts'

/**
 * Opens the storage of files that `FILES_URL` names: the data directory, or object storage. The code of object storage is loaded
 * only where it is used.
 *
 * @throws CannotStart when the data directory cannot be written.
 */
export async function openFiles(
  { filesUrl, dataDirectory }: { filesUrl?: string | undefined; dataDirectory: string },
  db: IndexDb,
): Promise<Files> {
  const location = filesUrl === undefined ? undefined : parseS3Location(filesUrl)
  if (location) {
    const [{ openS3Files }, { openObjects }] = await Promise.all([
      import('./s3-files/open.ts'),
      import('./s3-files/objects.ts'),
    ])
    return openS3Files(db, openObjects(location, { isForUsers: true }))
  }
  try {
    return await openLocalFiles(dataDirectory)
  } catch (error) {
    throw new CannotStart(
      `The data directory ${dataDirectory} cannot be written: ${(error as Error).message}`,
    )
  }
}
