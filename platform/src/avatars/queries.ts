import type { Db } from '../database.ts'
import type { Cursor } from '../foundation/cursor.ts'
import type { AvatarTables } from './tables.ts'

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

export const insertWorn = async (db: Db, userId: string, assetId: number): Promise<void> => {
  await db.insertInto('worn_items').values({ user_id: userId, asset_id: assetId }).execute()
}

/** Answers whether any of them was worn. */
export async function deleteWorn(db: Db, userId: string, assetIds: readonly number[]): Promise<boolean> {
  if (assetIds.length === 0) return false
  const { numDeletedRows } = await db
    .deleteFrom('worn_items')
    .where('user_id', '=', userId)
    .where('asset_id', 'in', assetIds)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export async function setBodyColours(
  db: Db,
  userId: string,
  colours: Omit<AvatarTables['body_colours'], 'user_id'>,
): Promise<void> {
  await db
    .insertInto('body_colours')
    .values({ user_id: userId, ...colours })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(colours))
    .execute()
}

/** What somebody owns of some types and may be seen, the newest first. */
export function listWardrobe(
  db: Db,
  userId: string,
  { types, after, limit }: { types: readonly number[]; after: Cursor | undefined; limit: number },
) {
  let query = db
    .selectFrom('owned_assets')
    .innerJoin('assets', 'assets.id', 'owned_assets.asset_id')
    .select(['assets.id', 'assets.name', 'assets.type', 'owned_assets.created'])
    .where('owned_assets.user_id', '=', userId)
    .where('assets.visibility', '=', 'Visible')
    .where('assets.type', 'in', types)
  if (after) {
    const { created, id } = after
    query = query.where((eb) =>
      eb.or([
        eb('owned_assets.created', '<', created),
        eb.and([eb('owned_assets.created', '=', created), eb('assets.id', '<', Number(id))]),
      ]),
    )
  }
  return query.orderBy('owned_assets.created', 'desc').orderBy('assets.id', 'desc').limit(limit).execute()
}
