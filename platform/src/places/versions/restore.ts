import type { Actor } from '../../accounts/rules.ts'
import { parseInput } from '../../foundation/input.ts'
import type { UserLimits } from '../../foundation/user-limits.ts'
import { restoreInput } from '../input.ts'
import { findManagedPlace } from '../managed.ts'
import { requireVersion } from './queries.ts'
import { storeVersion, type VersionStore } from './store-version.ts'

/**
 * Restores an earlier version of the place file, as a new version.
 *
 * @throws InvalidFields `version`; Refused `missing`: no such place, or the version was deleted; `forbidden`; `limited`
 */
export async function restoreVersion(
  platform: VersionStore & { userLimits: Pick<UserLimits, 'placeFile'> },
  actor: Actor,
  placeId: number,
  input: unknown,
): Promise<void> {
  const place = await findManagedPlace(platform.db, actor, placeId)
  const { version } = parseInput(restoreInput, input)
  await platform.userLimits.placeFile.spend(actor.id)
  await storeVersion(platform, actor, place, async (db) => {
    const { sha256, size } = await requireVersion(db, placeId, version)
    return { sha256, size: Number(size), restoredFrom: version }
  })
}
