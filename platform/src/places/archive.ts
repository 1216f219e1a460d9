import type { Clock } from '@baseplate/service/clock'
import type { Actor } from '../accounts/rules.ts'
import type { Db } from '../foundation/database.ts'
import { findManagedPlace, recordChange, requireLockedPlace } from './managed.ts'
import type { TakedownEnforcement } from './servers/takedown-enforcement.ts'

interface Archiving {
  db: Db
  now: Clock
  takedownEnforcement: Pick<TakedownEnforcement, 'enforce'>
}

/**
 * Archives a place: it leaves all lists, its players leave it, and nobody can play it. Its page and everything that it has
 * stay. An archived place stays as it is.
 *
 * @throws Refused `missing`, `forbidden`
 */
export async function archivePlace(platform: Archiving, actor: Actor, placeId: number): Promise<void> {
  await setArchived(platform, actor, placeId, platform.now())
  await platform.takedownEnforcement.enforce()
}

/** Puts an archived place back as it was. @throws Refused `missing`, `forbidden` */
export const unarchivePlace = (platform: Archiving, actor: Actor, placeId: number): Promise<void> =>
  setArchived(platform, actor, placeId, null)

async function setArchived(
  { db, now }: Archiving,
  actor: Actor,
  placeId: number,
  archived: number | null,
): Promise<void> {
  const place = await findManagedPlace(db, actor, placeId)
  await db.transaction().execute(async (trx) => {
    const before = await requireLockedPlace(trx, placeId)
    if ((before.archived === null) === (archived === null)) return
    await trx.updateTable('places').set({ archived }).where('id', '=', placeId).execute()
    const change = { before: { archived: before.archived }, after: { archived } }
    await recordChange(trx, actor, place, change, now())
  })
}
