import { type Clock, second } from '@baseplate/service/clock'
import type { Db } from '../../foundation/database.ts'

/** A player who has not asked for this long has left the line. In hidden pages, browsers allow one request a minute. */
const lineLease = 90 * second

/** A free seat is kept for the first player in line who has asked within this time. Other players in line are skipped. */
const presentFor = 30 * second

/** Returns the entry of a user who waits in a line, unless its lease has run out. */
const findWaiting = (db: Db, userId: string, now: number) =>
  db
    .selectFrom('place_line')
    .select(['place_id', 'joined'])
    .where('user_id', '=', userId)
    .where('renewed', '>', now - lineLease)
    .executeTakeFirst()

/** Adds a user to the end of a place's line, or renews their entry. The caller has locked the user and the place. */
export async function waitInLine(db: Db, userId: string, placeId: number, now: number): Promise<void> {
  const waiting = await findWaiting(db, userId, now)
  const joined = waiting?.place_id === placeId ? waiting.joined : now
  await db
    .insertInto('place_line')
    .values({ user_id: userId, place_id: placeId, joined, renewed: now })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet({ place_id: placeId, joined, renewed: now }),
    )
    .execute()
}

/** Takes a user out of the line of a place. */
export const leavePlaceLine = (db: Db, placeId: number, userId: string) =>
  db.deleteFrom('place_line').where('user_id', '=', userId).where('place_id', '=', placeId).execute()

/** Lists the users in the line of a place, the first in line first, with the time of their last request. */
const listWaiting = (db: Db, placeId: number, now: number) =>
  db
    .selectFrom('place_line')
    .select(['user_id', 'renewed'])
    .where('place_id', '=', placeId)
    .where('renewed', '>', now - lineLease)
    .orderBy('joined')
    .orderBy('user_id')
    .execute()

/** Counts the users in line who get a free seat before these users do. Users outside the line come after everyone in it. */
export async function countServedFirst(
  db: Db,
  placeId: number,
  userIds: readonly string[],
  now: number,
): Promise<number> {
  const line = await listWaiting(db, placeId, now)
  const last = line.findLastIndex(({ user_id }) => userIds.includes(user_id))
  const isInLine = userIds.length > 0 && userIds.every((id) => line.some(({ user_id }) => user_id === id))
  return line
    .slice(0, isInLine ? last : line.length)
    .filter(({ user_id, renewed }) => !userIds.includes(user_id) && renewed > now - presentFor).length
}

/** Returns the position of a user in the line of a place, from 1; undefined: not in this line. */
export async function positionOf(
  db: Db,
  placeId: number,
  userId: string,
  now: number,
): Promise<number | undefined> {
  const line = await listWaiting(db, placeId, now)
  const index = line.findIndex(({ user_id }) => user_id === userId)
  return index < 0 ? undefined : index + 1
}

/** Deletes entries whose lease has run out. */
export async function sweepLines({ db, now }: { db: Db; now: Clock }): Promise<void> {
  await db
    .deleteFrom('place_line')
    .where('renewed', '<=', now() - lineLease)
    .execute()
}
