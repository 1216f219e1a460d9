import type { Clock } from '@baseplate/service/clock'
import type { Actor } from '../../../accounts/rules.ts'
import type { Db } from '../../../foundation/database.ts'
import { parseInput } from '../../../foundation/input.ts'
import { withdrawInput } from '../../input.ts'
import { findManagedPlace, recordChange, requireLockedPlace } from '../../managed.ts'
import { deleteWaitingOf } from './queries.ts'

/** Withdraws a picture of a place from review, if it still waits. @throws InvalidFields; Refused `missing`, `forbidden` */
export async function withdrawPicture(
  { db, now }: { db: Db; now: Clock },
  actor: Actor,
  placeId: number,
  input: unknown,
): Promise<void> {
  const place = await findManagedPlace(db, actor, placeId)
  const { picture } = parseInput(withdrawInput, input)
  await db.transaction().execute(async (trx) => {
    await requireLockedPlace(trx, placeId)
    const deleted = await deleteWaitingOf(trx, { place: placeId }, { id: picture })
    if (deleted.length === 0) return
    await recordChange(trx, actor, place, { before: { waiting: picture }, after: null }, now())
  })
}
