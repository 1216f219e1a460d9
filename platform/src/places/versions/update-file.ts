import type { Actor } from '../../accounts/rules.ts'
import { InvalidFields, Refused } from '../../foundation/errors.ts'
import { type Chunks, TooLarge } from '../../foundation/received-file.ts'
import type { UserLimits } from '../../foundation/user-limits.ts'
import { findManagedPlace } from '../managed.ts'
import { maxPlaceFileBytes } from '../rules.ts'
import { contentName } from './place-files.ts'
import { storeVersion, type VersionStore } from './store-version.ts'

/**
 * Replaces the place file with the bytes of a stream. The earlier file remains as a version.
 *
 * @throws InvalidFields `file`; Refused `missing`, `forbidden`, `limited`; `failed`: the disk is full, and the place keeps
 * its file.
 */
export async function updatePlaceFile(
  platform: VersionStore & { userLimits: Pick<UserLimits, 'placeFile'> },
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
          if (!(await platform.files.exists(contentName(sha256)))) await share(contentName(sha256))
        },
      ),
    )
  } catch (error) {
    if (error instanceof TooLarge) throw new InvalidFields({ file: 'places.file_too_large' })
    if (isDiskFull(error)) throw new Refused('places.no_disk_space')
    throw error
  }
}

const isDiskFull = (error: unknown) =>
  ['ENOSPC', 'EDQUOT'].includes((error as NodeJS.ErrnoException | undefined)?.code ?? '')
