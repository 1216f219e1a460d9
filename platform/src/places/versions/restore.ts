import type { Actor } from '../../accounts/rules.ts'
import { Refused } from '../../foundation/errors.ts'
import { parseInput } from '../../foundation/input.ts'
import type { UserLimits } from '../../foundation/user-limits.ts'
import { restoreInput } from '../input.ts'
import { findManagedPlace } from '../managed.ts'
import { findVersion } from './queries.ts'
import { type KeepingVersions, storeVersion } from './store-version.ts'

/**
 * Makes an earlier version the place's file again, as a new version.
 *
 * @throws InvalidFields `version`; Refused `missing`: also a version that is no longer kept; `forbidden`; `limited`
 */
export async function restoreVersion(
  platform: KeepingVersions & { userLimits: Pick<UserLimits, 'placeFile'> },
  actor: Actor,
  placeId: number,
  input: unknown,
): Promise<void> {
  const place = await findManagedPlace(platform.db, actor, placeId)
  const { version } = parseInput(restoreInput, input)
  await platform.userLimits.placeFile.spend(actor.id)
  await storeVersion(platform, actor, place, async (db) => {
    const found = await findVersion(db, placeId, version)
    if (!found) throw new Refused('missing', 'This version is no longer kept')
    const { sha256, size } = found
    return { sha256, size: Number(size), restoredFrom: version }
  })
}
