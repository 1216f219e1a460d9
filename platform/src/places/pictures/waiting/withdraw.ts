import type { Clock } from '@baseplate/service/clock'
import { useCase } from '../../../accounts/door.ts'
import type { Db } from '../../../foundation/database.ts'
import { placeInput, withdrawInput } from '../../input.ts'
import { findManagedPlace, permitManaging, recordChange, requireLockedPlace } from '../../managed.ts'
import { deleteWaitingOf } from './queries.ts'

/** @throws Refused `missing`, `forbidden` */
export const withdrawPicture = useCase(
  {
    summary: 'Withdraws a picture of a place that waits for review, if it still waits.',
    scope: 'places:write',
    permit: permitManaging,
    input: withdrawInput.extend(placeInput.shape),
  },
  async ({ db, now }: { db: Db; now: Clock }, actor, { id: placeId, picture }): Promise<void> => {
    const place = await findManagedPlace(db, actor, placeId)
    await db.transaction().execute(async (trx) => {
      await requireLockedPlace(trx, placeId)
      const deleted = await deleteWaitingOf(trx, { place: placeId }, { id: picture })
      if (deleted.length === 0) return
      await recordChange(trx, actor, place, { before: { waiting: picture }, after: null }, now())
    })
  },
)
