import type { Clock } from '@baseplate/service/clock'
import { lockUser, useCase } from '../../accounts/door.ts'
import type { Actor } from '../../accounts/rules.ts'
import type { Db } from '../../foundation/database.ts'
import { Refused } from '../../foundation/errors.ts'
import { noInput } from '../../foundation/input.ts'
import type { Limit } from '../../foundation/limits.ts'
import { type EntryInput, entryInput } from '../input.ts'
import { lockPlace } from '../queries.ts'
import { placeNotFound } from '../rules.ts'
import { type Announcing, permitJoin, takeSeats } from './join.ts'
import { countServedFirst, positionOf, waitInLine } from './line.ts'
import { findOpenSession, keepPrivateLink, leaveLine } from './queries.ts'
import { isLongLine } from './rules.ts'
import { countFreeSeats } from './seats.ts'

interface Entering {
  db: Db
  now: Clock
  joinLimit: Limit
  playerLists: Announcing
}

/** @throws Refused as `joinPlace`, except that a full place is not refused. */
export const joinOrWait = useCase(
  {
    summary:
      "Joins a place as soon as a seat is free and it is the player's turn. Until then the player waits in line, and each call renews their position in it.",
    scope: 'social',
    input: entryInput,
  },
  (platform: Entering, actor, entry) => enterOrWait(platform, actor, entry, 'however long'),
)

/**
 * Joins a place, or renews the player's position in its line.
 *
 * @param patience whether the player waits in a long line too.
 * @throws Refused as `joinPlace`, except that a full place is refused only for its long line.
 */
export async function enterOrWait(
  platform: Entering,
  actor: Actor,
  { id: placeId, privateTicket }: EntryInput,
  patience: 'however long' | 'in a short line',
): Promise<{ ticket: string } | { position: number }> {
  const { link } = await permitJoin(platform, actor, placeId, privateTicket)
  const now = platform.now()
  // A call that renews a position in line counts as part of the join that began it.
  if ((await positionOf(platform.db, placeId, actor.id, now)) === undefined)
    await platform.joinLimit.spend(actor.id)
  const answer = await platform.db.transaction().execute(async (db) => {
    await lockUser(db, actor.id)
    const place = await lockPlace(db, placeId)
    if (!place) throw placeNotFound()
    await waitInLine(db, actor.id, placeId, now)
    // A player who is in the place keeps their own seat.
    const own = (await findOpenSession(db, actor.id))?.ticket
    const wanted = (await countServedFirst(db, placeId, [actor.id], now)) + 1
    const free = await countFreeSeats(db, place, { now, wanted, ...(own !== undefined && { except: own }) })
    if (free >= wanted) {
      const { tickets } = await takeSeats(db, placeId, [actor.id], now)
      const ticket = tickets.get(actor.id)
      if (ticket !== undefined) {
        if (link !== undefined) await keepPrivateLink(db, actor.id, placeId, link)
        return { ticket }
      }
    }
    const position = (await positionOf(db, placeId, actor.id, now)) ?? 1
    // The refusal undoes the entry in the line, too.
    if (patience === 'in a short line' && isLongLine(position, place.max_players))
      throw new Refused('places.full')
    return { position }
  })
  if ('ticket' in answer) platform.playerLists.announce(placeId)
  return answer
}

export const leaveAnyLine = useCase(
  { summary: 'Leaves the line of any place.', scope: 'social', input: noInput },
  async ({ db }: { db: Db }, actor): Promise<void> => {
    await leaveLine(db, [actor.id])
  },
)
