import type { Db } from '../database.ts'

/** Users by their lower-case names, each with its colours; without colours of its own, with nulls. */
export const findBodyColours = (db: Db, usernameKeys: readonly string[]) =>
  db
    .selectFrom('users')
    .leftJoin('body_colours', 'body_colours.user_id', 'users.id')
    .select(['username_key', 'head', 'torso', 'left_arm', 'right_arm', 'left_leg', 'right_leg'])
    .where('username_key', 'in', usernameKeys)
    .execute()

/** Users by their lower-case names, a row for each item; one with a null for a user who wears nothing. */
export const findWornItems = (db: Db, usernameKeys: readonly string[]) =>
  db
    .selectFrom('users')
    .leftJoin('worn_items', 'worn_items.user_id', 'users.id')
    .select(['username_key', 'username', 'asset_id'])
    .where('username_key', 'in', usernameKeys)
    .orderBy('asset_id')
    .execute()

/** Users by their lower-case names. */
export const findUserIds = (db: Db, usernameKeys: readonly string[]) =>
  db.selectFrom('users').select(['username_key', 'id']).where('username_key', 'in', usernameKeys).execute()

/** A user's colours, nulls where there are none of their own; undefined: no such user. */
export const findLooks = (db: Db, userId: string) =>
  db
    .selectFrom('users')
    .leftJoin('body_colours', 'body_colours.user_id', 'users.id')
    .select(['head', 'torso', 'left_arm', 'right_arm', 'left_leg', 'right_leg'])
    .where('users.id', '=', userId)
    .executeTakeFirst()

/** What a user wears of what is here, by type. What is moderated stays on, and is not shown. */
export const findWorn = (db: Db, userId: string) =>
  db
    .selectFrom('worn_items')
    .innerJoin('assets', 'assets.id', 'worn_items.asset_id')
    .select(['assets.id', 'assets.type', 'assets.name', 'assets.visibility'])
    .where('worn_items.user_id', '=', userId)
    .orderBy('assets.type')
    .orderBy('assets.id')
    .execute()
