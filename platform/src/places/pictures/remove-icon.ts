import type { Clock } from '@baseplate/service/clock'
import type { Files } from '@baseplate/storage/files'
import { useCase } from '../../accounts/door.ts'
import type { Db } from '../../foundation/database.ts'
import { placeInput } from '../input.ts'
import { findManagedPlace, recordChange, requireLockedPlace } from '../managed.ts'
import { settleIcon } from './settle.ts'

/** @throws Refused `missing`, `forbidden` */
export const removeIcon = useCase(
  { summary: "Removes a place's icon, if there is one.", scope: 'places:write', input: placeInput },
  async (platform: { db: Db; now: Clock; files: Files }, actor, { id: placeId }): Promise<void> => {
    await findManagedPlace(platform.db, actor, placeId)
    const now = platform.now()
    await platform.db.transaction().execute(async (db) => {
      const place = await requireLockedPlace(db, placeId)
      if (place.icon === null) return
      await db
        .updateTable('places')
        .set({ icon: null, icon_size: 0, updated: now })
        .where('id', '=', placeId)
        .execute()
      await recordChange(db, actor, place, { before: { icon: place.icon }, after: { icon: null } }, now)
    })
    // The removal is committed. The sweep retries a failure.
    await settleIcon(platform, placeId).catch(() => undefined)
  },
)
