import { sql } from 'kysely'
import { isDeleted, privacyColumns } from '../../accounts/door.ts'
import type { Db } from '../../foundation/database.ts'
import { ownerColumns } from '../../social/door.ts'

/** Finds users with their relation to a viewer and the last use of a session. */
export const listSeenOwners = (db: Db, viewerId: string, userIds: readonly string[]) =>
  db
    .selectFrom('users')
    .select('users.id')
    .select(ownerColumns(viewerId))
    .select((eb) =>
      eb
        .selectFrom('sessions')
        .select((session) => session.fn.max('last_used').as('last'))
        .whereRef('sessions.user_id', '=', 'users.id')
        .as('last_seen'),
    )
    .where('users.id', 'in', userIds)
    .execute()

/** Finds a user for their profile, with the counts of followers and friends. */
export const findProfile = (db: Db, usernameKey: string) =>
  db
    .selectFrom('users')
    .innerJoin('player_numbers', 'player_numbers.user_id', 'users.id')
    .leftJoin('social_counts', 'social_counts.user_id', 'users.id')
    .select((eb) => [
      'users.id',
      'player_numbers.number',
      'users.username',
      'users.description',
      'users.description_updated',
      'users.permission_level',
      'users.theme',
      'users.created',
      'users.post_feed',
      ...privacyColumns,
      eb.fn.coalesce('social_counts.followers', eb.lit(0)).as('followers'),
      eb.fn.coalesce('social_counts.following', eb.lit(0)).as('following'),
      eb.fn.coalesce('social_counts.friends', eb.lit(0)).as('friends'),
    ])
    .where('username_key', '=', usernameKey)
    .where(sql<boolean>`not ${isDeleted('users.id')}`)
    .executeTakeFirst()
