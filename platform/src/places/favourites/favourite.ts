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
    await platform.db.transaction().execute(async (db) => {
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('place_favourites')
        .values({ place_id: placeId, user_id: actor.id, created: platform.now() })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst()
      if (numInsertedOrUpdatedRows) await addToCount(db, placeId, 1)
    })
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
    await platform.db.transaction().execute(async (db) => {
      const { numDeletedRows } = await db
        .deleteFrom('place_favourites')
        .where('place_id', '=', placeId)
        .where('user_id', '=', actor.id)
        .executeTakeFirst()
      if (numDeletedRows > 0n) await addToCount(db, placeId, -1)
    })
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

const addToCount = (db: Db, placeId: number, by: 1 | -1) =>
  db
    .updateTable('places')
    .set((eb) => ({ favourite_count: eb('favourite_count', '+', by) }))
    .where('id', '=', placeId)
    .execute()
