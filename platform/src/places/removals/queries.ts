import type { Db } from '../../foundation/database.ts'
import { playerLimits } from '../rules.ts'
import { isPlaying } from '../sessions/queries.ts'

/** Ends the open session of a user in a place, even if it has not started. Returns false if there is none. */
export async function endPlayingHere(
  db: Db,
  { placeId, userId, reason }: { placeId: number; userId: string; reason: string },
  now: number,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('playing_records')
    .set({ ended: now, end_reason: 'kicked', end_text: reason })
    .where('user_id', '=', userId)
    .where('place_id', '=', placeId)
    .where('ended', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Lists the users who are playing in a place, in the order in which they joined. No place has more players than the limit. */
export const listConnected = (db: Db, placeId: number, now: number) =>
  db
    .selectFrom('playing_records')
    .innerJoin('users', 'users.id', 'playing_records.user_id')
    .select([
      'users.id',
      'users.username',
      'users.portrait',
      'users.permission_level as permissionLevel',
      'playing_records.started',
      'playing_records.verified',
    ])
    .where('place_id', '=', placeId)
    .where(isPlaying(now))
    .orderBy('playing_records.started')
    .orderBy('users.id')
    .limit(playerLimits.max)
    .execute()

/** Returns whether a user has played in a place, or has joined it. */
export async function hasPlayed(db: Db, placeId: number, userId: string): Promise<boolean> {
  const played = await db
    .selectFrom('place_players')
    .select('user_id')
    .where('place_id', '=', placeId)
    .where('user_id', '=', userId)
    .unionAll(
      db
        .selectFrom('playing_records')
        .select('user_id')
        .where('place_id', '=', placeId)
        .where('user_id', '=', userId)
        .where('started', 'is not', null),
    )
    .limit(1)
    .executeTakeFirst()
  return played !== undefined
}
