import type { Actor } from '../accounts/rules.ts'
import { Refused } from '../foundation/errors.ts'
import { parseInput } from '../foundation/input.ts'
import { restoreInput } from './input.ts'
import { type KeepingVersions, keepVersion } from './keep-version.ts'
import { findManagedPlace } from './managed.ts'
import { findVersion } from './version-queries.ts'

/**
 * Makes an earlier version the place's file again, as a new version.
 *
 * @throws InvalidFields `version`; Refused `missing`: also a version that is no longer kept; `forbidden`
 */
export async function restoreVersion(
  platform: KeepingVersions,
  actor: Actor,
  placeId: number,
  input: unknown,
): Promise<void> {
  const place = await findManagedPlace(platform.db, actor, placeId)
  const { version } = parseInput(restoreInput, input)
  await keepVersion(platform, actor, place, async (db) => {
    const found = await findVersion(db, placeId, version)
    if (!found) throw new Refused('missing', 'This version is no longer kept')
    const { sha256, size } = found
    return { content: { sha256, size: Number(size), restoredFrom: version }, arrive: async () => {} }
  })
}
