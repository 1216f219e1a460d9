import { useCase } from '../../accounts/door.ts'
import type { Limit } from '../../foundation/limits.ts'
import { restoreInput } from '../input.ts'
import { findManagedPlace, permitManaging } from '../managed.ts'
import { requireVersion } from './queries.ts'
import { storeVersion, type VersionStore } from './store-version.ts'

/** @throws Refused `missing`: no such place, or the version was deleted; `forbidden`; `limited` */
export const restoreVersion = useCase(
  {
    summary: 'Restores an earlier version of the place file, as a new version.',
    scope: 'places:write',
    permit: permitManaging,
    input: restoreInput,
  },
  async (
    platform: VersionStore & { placeFileLimit: Limit },
    actor,
    { id: placeId, version },
  ): Promise<void> => {
    const place = await findManagedPlace(platform.db, actor, placeId)
    await platform.placeFileLimit.spend(actor.id)
    await storeVersion(platform, actor, place, async (db) => {
      const { sha256, size } = await requireVersion(db, placeId, version)
      return { sha256, size: Number(size), restoredFrom: version }
    })
  },
)
