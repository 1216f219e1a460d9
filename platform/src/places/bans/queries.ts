import { keysetPage } from '@baseplate/storage/database/keyset'
import { expressionBuilder, type Insertable } from 'kysely'
import type { PageRequest } from '../../foundation/cursor.ts'
import type { Database, Db } from '../../foundation/database.ts'
import { type PlaceRow, placesWithOwner } from '../queries.ts'
import { type Ban, banned } from './rules.ts'
import type { BanTables } from './tables.ts'

/** SQL condition: a ban has not ended. */
function isInForce(now: number) {
  const eb = expressionBuilder<Database, 'place_bans'>()
  return eb.or([eb('place_bans.expires', 'is', null), eb('place_bans.expires', '>', now)])
}

/** Finds the bans of these users from a place. */
export async function findBans(
  db: Db,
  placeId: number,
  userIds: readonly string[],
  now: number,
): Promise<ReadonlyMap<string, Ban>> {
  if (userIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('place_bans')
    .select(['user_id', 'reason', 'expires'])
    .where('place_id', '=', placeId)
    .where('user_id', 'in', userIds)
    .where(isInForce(now))
    .execute()
  return new Map(rows.map(({ user_id, reason, expires }) => [user_id, { reason, expires }]))
}

/** Finds a place together with a user's ban from it, in one statement. */
export async function findPlaceAndBan(
  db: Db,
  placeId: number,
  userId: string,
  now: number,
): Promise<{ place: PlaceRow | undefined; ban: Ban | undefined }> {
  const found = await placesWithOwner(db)
    .leftJoin('place_bans', (join) =>
      join
        .onRef('place_bans.place_id', '=', 'places.id')
        .on('place_bans.user_id', '=', userId)
        .on(isInForce(now)),
    )
    .select(['place_bans.reason as ban_reason', 'place_bans.expires as ban_expires'])
    .where('places.id', '=', placeId)
    .executeTakeFirst()
  if (!found) return { place: undefined, ban: undefined }
  const { ban_reason: reason, ban_expires: expires, ...place } = found
  return { place, ban: reason === null ? undefined : { reason, expires } }
}

/** Returns the reason of the ban in force from the place, for the user, of a playing record of the outer statement. */
export const reasonOfBan = (now: number) =>
  expressionBuilder<Database, 'playing_records'>()
    .selectFrom('place_bans')
    .select('place_bans.reason')
    .whereRef('place_bans.place_id', '=', 'playing_records.place_id')
    .whereRef('place_bans.user_id', '=', 'playing_records.user_id')
    .where(isInForce(now))

/** @throws Refused `forbidden`: one of the users is banned from the place. */
export async function requireNotBanned(
  db: Db,
  placeId: number,
  userIds: readonly string[],
  now: number,
): Promise<void> {
  for (const ban of (await findBans(db, placeId, userIds, now)).values()) throw banned(ban)
}

/** Bans a user from a place. A new ban replaces the one in force. */
export const putBan = (db: Db, ban: Insertable<BanTables['place_bans']>) =>
  db
    .insertInto('place_bans')
    .values(ban)
    .onConflict((conflict) =>
      conflict.columns(['place_id', 'user_id']).doUpdateSet({
        reason: ban.reason,
        created: ban.created,
        expires: ban.expires,
        banned_by: ban.banned_by,
      }),
    )
    .execute()

/** Deletes a ban. Returns false if there is none in force. */
export async function deleteBan(db: Db, placeId: number, userId: string, now: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('place_bans')
    .where('place_id', '=', placeId)
    .where('user_id', '=', userId)
    .where(isInForce(now))
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Lists the bans from a place, the newest first. */
export const listBans = (db: Db, placeId: number, { after, limit }: PageRequest, now: number) =>
  db
    .selectFrom('place_bans')
    .innerJoin('users', 'users.id', 'place_bans.user_id')
    .leftJoin('users as setter', 'setter.id', 'place_bans.banned_by')
    .select([
      'place_bans.user_id as id',
      'users.username',
      'users.portrait',
      'place_bans.reason',
      'place_bans.created',
      'place_bans.expires',
      'setter.username as bannedBy',
    ])
    .where('place_bans.place_id', '=', placeId)
    .where(isInForce(now))
    .$call((query) =>
      keysetPage(query, ['place_bans.created', 'place_bans.user_id'], {
        after: after && [after.created, after.id],
        direction: 'desc',
        limit,
      }),
    )
    .execute()
