import type { Actor } from '../accounts/rules.ts'
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
