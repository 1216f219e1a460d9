import { lockUser } from '../../accounts/queries.ts'
import type { Actor } from '../../accounts/rules.ts'
import type { Db } from '../../database.ts'
import type { Clock } from '../../foundation/clock.ts'
import { Refused } from '../../foundation/errors.ts'
import { newJoinTicket } from '../../foundation/ids.ts'
import { findPlace, lockPlace } from '../queries.ts'
import { cannotPlay, mayEnter, maySee, placeNotFound } from '../rules.ts'
import { endPlaying } from './queries.ts'
import { hasSeat } from './seats.ts'

/**
 * Ends the player's open session and issues a join ticket for the place.
 *
 * @throws Refused `missing`: no such place, or it is private and the ticket does not open it; `forbidden`: the player is
 * moderated; `conflict`: the place is full, and the player's open session continues.
 */
export async function joinPlace(
  platform: { db: Db; now: Clock },
  actor: Actor,
  placeId: number,
  privateTicket?: string,
): Promise<{ ticket: string }> {
  const place = await findPlace(platform.db, placeId)
  if (!place || !maySee(actor, place, privateTicket)) throw placeNotFound()
  if (actor.standing) throw cannotPlay()
  if (!mayEnter(actor, place, privateTicket)) throw placeNotFound()
  const ticket = newJoinTicket()
  const time = platform.now()
  await platform.db.transaction().execute(async (db) => {
    // Serializes joins of one user, because a unique index allows one open record per user.
    await lockUser(db, actor.id)
    // Serializes joins of one place, so that each counts the ones before it.
    const place = await lockPlace(db, placeId)
    if (!place) throw placeNotFound()
    await endPlaying(db, actor.id, time)
    if (!(await hasSeat(db, place, { now: time }))) throw gameIsFull()
    await db
      .insertInto('playing_records')
      .values({ ticket, place_id: placeId, user_id: actor.id, created: time, last_ping: 0 })
      .execute()
  })
  return { ticket }
}

const gameIsFull = () => new Refused('places.full')
