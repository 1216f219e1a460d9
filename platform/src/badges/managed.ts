import type { Fields } from '../accounts/door.ts'
import type { Actor } from '../accounts/rules.ts'
import type { Db } from '../foundation/database.ts'
import { Refused } from '../foundation/errors.ts'
import { parseInput } from '../foundation/input.ts'
import { findManagedPlace, type PlaceRow, requireLockedPlace } from '../places/door.ts'
import { placeInput } from './input.ts'
import { type BadgeRow, findBadge } from './queries.ts'

const requireOwner = (actor: Actor, place: PlaceRow): PlaceRow => {
  if (place.owner_id !== actor.id) throw new Refused('places.changing_forbidden')
  return place
}

/** Permits making a badge. @throws Refused `missing`; `forbidden`: the actor does not own the place */
export const permitMaking = async ({ db }: { db: Db }, actor: Actor, input: Fields): Promise<PlaceRow> =>
  requireOwner(actor, await findManagedPlace(db, actor, parseInput(placeInput, input).id))

/** Locks a place of the actor until the transaction ends. @throws Refused as `permitMaking` */
export const requireLockedOwn = async (db: Db, actor: Actor, placeId: number): Promise<PlaceRow> =>
  requireOwner(actor, await requireLockedPlace(db, placeId))

/** @throws Refused `missing` */
export async function requireBadge(db: Db, placeId: number, badgeId: number): Promise<BadgeRow> {
  const badge = await findBadge(db, placeId, badgeId)
  if (!badge) throw new Refused('badges.not_found')
  return badge
}
