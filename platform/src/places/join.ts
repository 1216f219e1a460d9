import type { Actor } from '../accounts/rules.ts'
import type { Db } from '../database.ts'
import type { Clock } from '../foundation/clock.ts'
import { Refused } from '../foundation/errors.ts'
import { newJoinTicket } from '../foundation/ids.ts'
import { findPlace } from './queries.ts'
import { mayEnter } from './rules.ts'

/**
 * Ends what the player is playing and starts a game session in the place; answers its ticket.
 *
 * @throws Refused `missing`: no such place, or it is private and the ticket does not open it.
 */
export async function joinPlace(
  platform: { db: Db; now: Clock },
  actor: Actor,
  placeId: number,
  privateTicket?: string,
): Promise<{ ticket: string }> {
  const place = await findPlace(platform.db, placeId)
  if (!place || !mayEnter(actor, place, privateTicket)) throw new Refused('missing', 'Place not found')
  const ticket = newJoinTicket()
  const time = platform.now()
  await platform.db.transaction().execute(async (db) => {
    // Joins of one person come one after the other, or each would meet the other's open record, of which a unique index
    // allows one: either database locks a row that is written, even when what is written is what was there.
    await db
      .updateTable('users')
      .set(({ ref }) => ({ permission_level: ref('permission_level') }))
      .where('id', '=', actor.id)
      .execute()
    await db
      .updateTable('playing_records')
      .set({ ended: time })
      .where('user_id', '=', actor.id)
      .where('ended', 'is', null)
      .execute()
    await db
      .insertInto('playing_records')
      .values({
        ticket,
        place_id: placeId,
        user_id: actor.id,
        created: time,
        last_ping: 0,
      })
      .execute()
  })
  return { ticket }
}
