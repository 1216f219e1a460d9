import { lockUser } from '../../accounts/queries.ts'
import type { Actor } from '../../accounts/rules.ts'
import type { Db } from '../../database.ts'
import type { Clock } from '../../foundation/clock.ts'
import { Refused } from '../../foundation/errors.ts'
import { newJoinTicket } from '../../foundation/ids.ts'
import { findPlace, lockPlace } from '../queries.ts'
import { mayEnter, maySee } from '../rules.ts'
import { endPlaying } from './queries.ts'
import { hasSeat } from './seats.ts'

/**
 * Ends what the player is playing and starts a game session in the place; answers its ticket.
 *
 * @throws Refused `missing`: no such place, or it is private and the ticket does not open it; `forbidden`: the player is
 * moderated; `conflict`: `maxPlayers` others are playing. What the player was playing then goes on.
 */
export async function joinPlace(
  platform: { db: Db; now: Clock },
  actor: Actor,
  placeId: number,
  privateTicket?: string,
): Promise<{ ticket: string }> {
  const place = await findPlace(platform.db, placeId)
  if (!place || !maySee(actor, place, privateTicket)) throw notFound()
  if (actor.standing) throw new Refused('forbidden', 'You cannot currently play games')
  if (!mayEnter(actor, place, privateTicket)) throw notFound()
  const ticket = newJoinTicket()
  const time = platform.now()
  await platform.db.transaction().execute(async (db) => {
    // Joins of one person come one after the other, or each would meet the other's open record, of which a unique index
    // allows one.
    await lockUser(db, actor.id)
    // Concurrent joins of one place each count the ones before them.
    const place = await lockPlace(db, placeId)
    if (!place) throw notFound()
    await endPlaying(db, actor.id, time)
    if (!(await hasSeat(db, place, { now: time }))) throw gameIsFull()
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

const notFound = () => new Refused('missing', 'Place not found')

const gameIsFull = () => new Refused('conflict', 'This game is full')
