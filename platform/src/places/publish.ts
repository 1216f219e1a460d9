import type { Clock } from '@baseplate/service/clock'
import { useCase } from '../accounts/door.ts'
import type { Db } from '../foundation/database.ts'
import { placeInput } from './input.ts'
import { findManagedPlace, recordChange, requireLockedPlace } from './managed.ts'

/** @throws Refused `missing`, `forbidden` */
export const publishPlace = useCase(
  {
    summary:
      'Publishes a draft, so that lists show it although it has no file and no server. A published place stays as it is.',
    scope: 'places:write',
    input: placeInput,
  },
  async ({ db, now }: { db: Db; now: Clock }, actor, { id: placeId }): Promise<void> => {
    const place = await findManagedPlace(db, actor, placeId)
    await db.transaction().execute(async (trx) => {
      if ((await requireLockedPlace(trx, placeId)).published !== null) return
      const published = now()
      await trx.updateTable('places').set({ published }).where('id', '=', placeId).execute()
      await recordChange(trx, actor, place, { before: { published: null }, after: { published } }, published)
    })
  },
)
