import type { Clock } from '@baseplate/service/clock'
import { useCase } from '../accounts/door.ts'
import type { Actor } from '../accounts/rules.ts'
import type { Db } from '../foundation/database.ts'
import { placeInput } from './input.ts'
import { findManagedPlace, recordChange, requireLockedPlace } from './managed.ts'
import type { TakedownEnforcement } from './servers/takedown-enforcement.ts'

interface Archiving {
  db: Db
  now: Clock
  takedownEnforcement: Pick<TakedownEnforcement, 'enforce'>
}

/** @throws Refused `missing`, `forbidden` */
export const archivePlace = useCase(
  {
    summary:
      'Archives a place: it leaves all lists, its players leave it, and nobody can play it. Its page and everything that it has stay. An archived place stays as it is.',
    scope: 'places:write',
    input: placeInput,
  },
  async (platform: Archiving, actor, { id: placeId }): Promise<void> => {
    await setArchived(platform, actor, placeId, platform.now())
    await platform.takedownEnforcement.enforce()
  },
)

/** @throws Refused `missing`, `forbidden` */
export const unarchivePlace = useCase(
  { summary: 'Puts an archived place back as it was.', scope: 'places:write', input: placeInput },
  (platform: Archiving, actor, { id }) => setArchived(platform, actor, id, null),
)

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
