import type { Clock } from '@baseplate/service/clock'
import { useCase } from '../../accounts/door.ts'
import type { Actor } from '../../accounts/rules.ts'
import { accountModerated } from '../../accounts/standing/rules.ts'
import type { Db } from '../../foundation/database.ts'
import type { Limit } from '../../foundation/limits.ts'
import { entryInput } from '../input.ts'
import { findPlace } from '../queries.ts'
import { mayEnter, placeNotFound } from '../rules.ts'

interface Favouring {
  db: Db
  now: Clock
  favouriteLimit: Limit
}

/**
 * @throws Refused `missing`: no such place, or it is private and the ticket does not open it; `forbidden`: the actor is
 * moderated; `limited`.
 */
export const favouritePlace = useCase(
  {
    summary: "Adds a place to the user's favourites. Repeating it changes nothing.",
    scope: 'social',
    input: entryInput,
  },
  async (platform: Favouring, actor, { id: placeId, privateTicket }): Promise<void> => {
    await permit(platform, actor, placeId, privateTicket)
    await platform.db
      .insertInto('place_favourites')
      .values({ place_id: placeId, user_id: actor.id, created: platform.now() })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  },
)

/** @throws as `favouritePlace` */
export const unfavouritePlace = useCase(
  {
    summary: "Removes a place from the user's favourites. Repeating it changes nothing.",
    scope: 'social',
    input: entryInput,
  },
  async (platform: Favouring, actor, { id: placeId, privateTicket }): Promise<void> => {
    await permit(platform, actor, placeId, privateTicket)
    await platform.db
      .deleteFrom('place_favourites')
      .where('place_id', '=', placeId)
      .where('user_id', '=', actor.id)
      .execute()
  },
)

async function permit(
  { db, favouriteLimit }: Favouring,
  actor: Actor,
  placeId: number,
  privateTicket?: string,
) {
  const place = await findPlace(db, placeId)
  if (!place || !mayEnter(actor, place, privateTicket)) throw placeNotFound()
  if (actor.standing) throw accountModerated()
  await favouriteLimit.spend(actor.id)
}
