import type { Db } from '../../database.ts'

/** Finds a user for their profile, with the counts of followers and friends. */
export const findProfile = (db: Db, usernameKey: string) =>
  db
    .selectFrom('users')
    .leftJoin('social_counts', 'social_counts.user_id', 'users.id')
    .select((eb) => [
      'users.id',
      'users.username',
      'users.description',
      'users.description_updated',
      'users.permission_level',
      'users.theme',
      'users.created',
      eb.fn.coalesce('social_counts.followers', eb.lit(0)).as('followers'),
      eb.fn.coalesce('social_counts.following', eb.lit(0)).as('following'),
      eb.fn.coalesce('social_counts.friends', eb.lit(0)).as('friends'),
    ])
    .where('username_key', '=', usernameKey)
    .executeTakeFirst()
