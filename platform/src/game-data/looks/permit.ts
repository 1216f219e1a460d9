import { type Actor, permissionLevel } from '../../accounts/rules.ts'
import type { Db } from '../../foundation/database.ts'
import { Refused } from '../../foundation/errors.ts'
import { slugOf } from '../../foundation/slug.ts'
import { findManagedPlace } from '../../places/door.ts'
import type { Viewed } from './queries.ts'

/** The data of a game, and the game by whose page a person came to them. */
export interface ViewedPlace extends Viewed {
  /** The game as pages name it. */
  place: { id: number; name: string; slug: string }
}

/** Whether a person may look at the data of a game: its owner and administrators. Moderators may not. */
export const mayViewData = (
  { id, permissionLevel: level }: Pick<Actor, 'id' | 'permissionLevel'>,
  place: { owner_id: string },
): boolean => place.owner_id === id || level >= permissionLevel.administrator

/** @throws Refused `missing`; `forbidden`: the actor may not look at the data of the game */
export async function requireViewed(db: Db, actor: Actor, placeId: number): Promise<ViewedPlace> {
  const place = await findManagedPlace(db, actor, placeId)
  if (!mayViewData(actor, place)) throw new Refused('places.changing_forbidden')
  return {
    worldId: place.data_root ?? place.id,
    placeId: place.id,
    isStaff: place.owner_id !== actor.id,
    place: { id: place.id, name: place.name, slug: slugOf(place.name) },
  }
}

/** Permits a use case whose input has more fields than the place. @throws as `requireViewed` */
export const permitViewing = ({ db }: { db: Db }, actor: Actor, { id }: Readonly<Record<string, unknown>>) =>
  requireViewed(db, actor, Number(id))
