import type { Actor } from '../../accounts/rules.ts'
import { InvalidFields, Refused } from '../../foundation/errors.ts'
import { type Chunks, type Files, type StoredFile, TooLarge } from '../../foundation/files.ts'
import { isStored } from '../../foundation/is-stored.ts'
import type { UserLimits } from '../../foundation/user-limits.ts'
import { findManagedPlace } from '../managed.ts'
import { findPlace } from '../queries.ts'
import { type Credentials, maxPlaceFileBytes } from '../rules.ts'
import { permitReading, type Reading } from '../servers/permit-reading.ts'
import { contentName, openPlaceFile } from './place-files.ts'
import { type KeepingVersions, storeVersion } from './store-version.ts'

/**
 * Replaces the place file with what the source streams, at most 100 MB. The one before stays as a version.
 *
 * @throws InvalidFields `file`; Refused `missing`, `forbidden`, `limited`, `failed` when the disk is full. The old file stays then.
 */
export async function updatePlaceFile(
  platform: KeepingVersions & { userLimits: Pick<UserLimits, 'placeFile'> },
  actor: Actor,
  placeId: number,
  source: Chunks,
): Promise<void> {
  const managed = await findManagedPlace(platform.db, actor, placeId)
  await platform.userLimits.placeFile.spend(actor.id)
  try {
    await platform.files.receive(source, maxPlaceFileBytes, ({ size, sha256, share }) =>
      storeVersion(
        platform,
        actor,
        managed,
        async () => ({ size, sha256, restoredFrom: null }),
        async () => {
          if (!(await isStored(platform.files, contentName(sha256)))) await share(contentName(sha256))
        },
      ),
    )
  } catch (error) {
    if (error instanceof TooLarge) throw new InvalidFields({ file: 'File must be less than 100MB in size' })
    if (isDiskFull(error))
      throw new Refused('failed', 'There is no room for this file. The one before stays.')
    throw error
  }
}

const isDiskFull = (error: unknown) =>
  ['ENOSPC', 'EDQUOT'].includes((error as NodeJS.ErrnoException | undefined)?.code ?? '')

/**
 * The place file, for game clients and servers.
 *
 * @throws Refused `missing` (`Place not found`, `File not found`), `forbidden`.
 */
export async function readPlaceFile(
  platform: Reading & { files: Files },
  placeId: number,
  credentials: Credentials,
): Promise<StoredFile> {
  const place = await findPlace(platform.db, placeId)
  if (!place || place.taken_down === 1) throw new Refused('missing', 'Place not found')
  await permitReading(platform, place, credentials)
  const file = await openPlaceFile(platform.files, place)
  if (!file) throw new Refused('missing', 'File not found')
  return file
}
