import { isPostgres } from '@baseplate/storage/database/dialect'
import type { Db } from '../../foundation/database.ts'
import { lockPlace } from '../queries.ts'
import type { Start } from './game-sessions.ts'
import { countServedFirst } from './line.ts'
import { presenceLifetime, seatHeldFor } from './rules.ts'

/**
 * Counts the free seats of a place. The caller has locked the place, so no other join takes a seat meanwhile. Every
 * player takes a seat, and so does every unused ticket for a minute. Players without a recent heartbeat take one until another
 * player needs it: after an outage of the database, their heartbeats may be about to be written.
 *
 * @param wanted seats that the caller needs, and those of users who are served first
 * @param except ticket of a game session that is not counted.
 */
export async function countFreeSeats(
  db: Db,
  place: { id: number; max_players: number },
  { now, wanted, except = '' }: { now: number; wanted: number; except?: string },
): Promise<number> {
  const count = async () => {
    const { taken } = await db
      .selectFrom('playing_records')
      .select((eb) => eb.fn.countAll<number>().as('taken'))
      .where('place_id', '=', place.id)
      .where('ended', 'is', null)
      .where('ticket', '<>', except)
      .where((eb) => eb.or([eb('started', 'is not', null), eb('created', '>', now - seatHeldFor)]))
      .executeTakeFirstOrThrow()
    return Math.max(0, place.max_players - Number(taken))
  }
  const free = await count()
  if (free >= wanted) return free
  await endSilent(db, place.id, now)
  return count()
}

/**
 * Ends game sessions without a recent heartbeat. Otherwise a heartbeat that is still in another process's memory could revive a
 * session whose seat was given away. Sessions that another transaction has locked are skipped and keep their seats.
 */
const endSilent = (db: Db, placeId: number, now: number) =>
  db
    .updateTable('playing_records')
    .set({ ended: now })
    .where('ticket', 'in', (eb) =>
      eb
        .selectFrom('playing_records')
        .select('ticket')
        .where('place_id', '=', placeId)
        .where('started', 'is not', null)
        .where('ended', 'is', null)
        .where('last_ping', '<', now - presenceLifetime)
        .$if(isPostgres(db), (query) => query.forUpdate().skipLocked()),
    )
    .execute()

/** Spends a ticket that no longer holds a seat. Returns false when the place is full or the ticket was already spent. */
export const spendLateTicket = (
  db: Db,
  placeId: number,
  { ticket, number, keyHash }: Start,
  now: number,
): Promise<boolean> =>
  db.transaction().execute(async (trx) => {
    const place = await lockPlace(trx, placeId)
    if (!place) return false
    const wanted = (await countServedFirst(trx, place.id, [], now)) + 1
    if ((await countFreeSeats(trx, place, { now, wanted, except: ticket })) < wanted) return false
    const { numUpdatedRows } = await trx
      .updateTable('playing_records')
      .set({ started: now, last_ping: now, number, key_hash: keyHash })
      .where('ticket', '=', ticket)
      .where('started', 'is', null)
      .where('ended', 'is', null)
      .executeTakeFirst()
    return numUpdatedRows > 0n
  })
