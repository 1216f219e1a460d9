import type { Clock } from '@baseplate/service/clock'
import { lockUser, useCase } from '../../accounts/door.ts'
import type { Actor } from '../../accounts/rules.ts'
import type { Db } from '../../foundation/database.ts'
import { Refused } from '../../foundation/errors.ts'
import { newJoinTicket } from '../../foundation/ids.ts'
import type { Limit } from '../../foundation/limits.ts'
import { findPlaceAndBan, reasonOfBan } from '../bans/queries.ts'
import { banned } from '../bans/rules.ts'
import { entryInput } from '../input.ts'
import { lockPlace } from '../queries.ts'
import { cannotPlay, mayEnter, maySee, placeNotFound, requireUnarchived } from '../rules.ts'
import { countServedFirst } from './line.ts'
import { endPlaying, keepPrivateLink, leaveLine } from './queries.ts'
import { countFreeSeats } from './seats.ts'

/** The part of the lists of players that joins need. */
export interface Announcing {
  announce(placeId: number): void
}

/**
 * @throws Refused `missing`: no such place, or it is private and the ticket does not open it; `forbidden`: the player is
 * moderated, or banned from the place; `conflict`: the place is archived or full, and the player's open session continues; `limited`.
 */
export const joinPlace = useCase(
  {
    summary: "Ends the player's open session and issues a join ticket for the place.",
    scope: 'social',
    input: entryInput,
  },
  async (
    platform: { db: Db; now: Clock; joinLimit: Limit; playerLists: Announcing },
    actor,
    { id: placeId, privateTicket },
  ): Promise<{ ticket: string }> => {
    const { link } = await permitJoin(platform, actor, placeId, privateTicket)
    await platform.joinLimit.spend(actor.id)
    const time = platform.now()
    const joined = await platform.db.transaction().execute(async (db) => {
      // Serializes joins of one user, because a unique index allows one open record per user.
      await lockUser(db, actor.id)
      const { tickets } = await takeSeats(db, placeId, [actor.id], time)
      const ticket = tickets.get(actor.id)
      if (ticket === undefined) throw new Refused('places.full')
      if (link !== undefined) await keepPrivateLink(db, actor.id, placeId, link)
      return { ticket }
    })
    platform.playerLists.announce(placeId)
    return joined
  },
)

/**
 * Checks that the actor may join a place.
 *
 * @returns the private ticket, if the actor needs it to enter.
 * @throws Refused `missing`: no such place, or it is private and the ticket does not open it; `forbidden`: the player is
 * moderated, or banned from the place; `conflict`: the place is archived.
 */
export async function permitJoin(
  { db, now }: { db: Db; now: Clock },
  actor: Actor,
  placeId: number,
  privateTicket: string | undefined,
): Promise<{ link: string | undefined }> {
  const { place, ban } = await findPlaceAndBan(db, placeId, actor.id, now())
  if (!place || !maySee(actor, place, privateTicket)) throw placeNotFound()
  if (actor.standing) throw cannotPlay()
  if (!mayEnter(actor, place, privateTicket)) throw placeNotFound()
  requireUnarchived(place)
  if (ban) throw banned(ban)
  return { link: mayEnter(actor, place) ? undefined : privateTicket }
}

/**
 * Ends the open sessions of users and issues join tickets for a place, all or none. The caller has locked the users, and
 * aborts the transaction when there are too few seats.
 *
 * @returns the number of free seats, and the tickets by user id. No tickets: there were too few seats for all of them.
 * @throws Refused `missing`: no such place; `conflict`: it is archived; `forbidden`: a user was banned from it meanwhile
 */
export async function takeSeats(
  db: Db,
  placeId: number,
  userIds: readonly string[],
  now: number,
): Promise<{ free: number; tickets: ReadonlyMap<string, string> }> {
  // Serializes joins of one place, so that each counts the ones before it.
  const place = await lockPlace(db, placeId)
  if (!place) throw placeNotFound()
  requireUnarchived(place)
  for (const userId of userIds) await endPlaying(db, userId, now, 'left')
  const servedFirst = await countServedFirst(db, placeId, userIds, now)
  const wanted = servedFirst + userIds.length
  const free = Math.max(0, (await countFreeSeats(db, place, { now, wanted })) - servedFirst)
  if (free < userIds.length) return { free, tickets: new Map() }
  const tickets = new Map(userIds.map((userId) => [userId, newJoinTicket()]))
  const records = [...tickets].map(([user_id, ticket]) => ({
    ticket,
    place_id: placeId,
    user_id,
    created: now,
    last_ping: 0,
  }))
  // This statement sees what was committed before the place was locked, such as a ban.
  const inserted = await db
    .insertInto('playing_records')
    .values(records)
    .returning(reasonOfBan(now).as('ban'))
    .execute()
  for (const { ban } of inserted) if (ban !== null) throw banned({ reason: ban })
  await leaveLine(db, userIds)
  return { free, tickets }
}
