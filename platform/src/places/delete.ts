import type { Clock } from '@baseplate/service/clock'
import { type Fields, recordAction, useCase } from '../accounts/door.ts'
import { requireFreshProof } from '../accounts/factors/rules.ts'
import type { Actor } from '../accounts/rules.ts'
import type { Db } from '../foundation/database.ts'
import { InvalidFields, Refused } from '../foundation/errors.ts'
import { slugOf } from '../foundation/slug.ts'
import { enqueueEvent } from '../webhooks/door.ts'
import { deletePlaceInput } from './input.ts'
import { permitManaging, requireLockedPlace } from './managed.ts'
import type { TakedownEnforcement } from './servers/takedown-enforcement.ts'

interface Deleting {
  db: Db
  now: Clock
  takedownEnforcement: Pick<TakedownEnforcement, 'enforce'>
}

/**
 * @throws InvalidFields `name`; Refused `missing`; `forbidden`: the actor does not own the place, it is taken down, or the
 * proof is not fresh.
 */
export const deletePlace = useCase(
  {
    summary:
      'Deletes a place of the user, whose name is typed again. Nothing finds it any more, and its players leave it. Its content is erased after `Deletion.WaitDays`, during which staff can still decide reports about it.',
    scope: 'browser',
    proof: true,
    permit: permitDeleting,
    input: deletePlaceInput,
  },
  async (platform: Deleting, actor, { id: placeId, name: typed }): Promise<void> => {
    const { db, now } = platform
    await db.transaction().execute(async (trx) => {
      const { name, owner_id, taken_down } = await requireLockedPlace(trx, placeId)
      // Deletion must not end the record of a takedown, or the appeal against it.
      if (taken_down === 1) throw new Refused('places.deleting_moderated')
      if (typed !== name) throw new InvalidFields({ name: 'places.name_differs' })
      const deleted = now()
      await trx.updateTable('places').set({ deleted }).where('id', '=', placeId).execute()
      const subject = `place:${placeId}` as const
      await recordAction(
        trx,
        { actor, action: 'deleteplace', subject, before: { name }, after: null },
        deleted,
      )
      const place = { id: placeId, name }
      const link = `/place/${placeId}/${slugOf(name)}`
      await enqueueEvent(
        trx,
        { type: 'place.deleted', ownerId: owner_id, subject, link, data: () => ({ place }) },
        deleted,
      )
    })
    await platform.takedownEnforcement.enforce()
  },
)

async function permitDeleting(
  platform: Pick<Deleting, 'db' | 'now'>,
  actor: Actor,
  input: Fields,
): Promise<void> {
  const { owner_id } = await permitManaging(platform, actor, input)
  if (owner_id !== actor.id) throw new Refused('places.deleting_forbidden')
  requireFreshProof(actor, platform.now())
}
