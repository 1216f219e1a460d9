import type { Actor } from '../accounts/rules.ts'
import { record } from '../audit/record.ts'
import type { Db } from '../database.ts'
import { Refused } from '../foundation/errors.ts'
import { findPlace, type PlaceRow } from './queries.ts'
import { mayManage } from './rules.ts'

/**
 * The place that the actor is about to change.
 *
 * @throws Refused `missing` `Place not found`; `forbidden` for everybody but its owner and level 4 or higher.
 */
export async function findManagedPlace(db: Db, actor: Actor, placeId: number): Promise<PlaceRow> {
  const place = await findPlace(db, placeId)
  const manages = place !== undefined && mayManage(actor, place)
  // Whether a private place exists is nobody else's business.
  if (!place || (place.private_server === 1 && !manages)) throw new Refused('missing', 'Place not found')
  if (!manages) throw new Refused('forbidden', 'You do not have permission to change this place.')
  return place
}

/** Notes what a moderator does to a place that is not theirs, inside the transaction that does it. */
export async function noteChange(
  db: Db,
  actor: Actor,
  place: { id: number; owner_id: string },
  change: {
    action?: 'changeplace' | 'startserver' | 'closeserver'
    before: object | null
    after: object | null
  },
  now: number,
): Promise<void> {
  if (place.owner_id === actor.id) return
  const { action = 'changeplace', before, after } = change
  await record(db, { actor, action, subject: `place:${place.id}`, before, after }, now)
}
