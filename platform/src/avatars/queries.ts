import { lockUsers } from '../accounts/queries.ts'
import type { Db } from '../database.ts'
import type { NumberedCursor } from '../foundation/cursor.ts'
import { keysetPage } from '../foundation/database/keyset.ts'
import type { AvatarTables } from './tables.ts'

/** Users by their lower-case names, each with its colours; without colours of its own, with nulls. */
export const findBodyColours = (db: Db, usernameKeys: readonly string[]) =>
  db
    .selectFrom('users')
    .leftJoin('body_colours', 'body_colours.user_id', 'users.id')
    .select(['username_key', 'head', 'torso', 'left_arm', 'right_arm', 'left_leg', 'right_leg'])
    .where('username_key', 'in', usernameKeys)
    .execute()

/**
 * Users by their lower-case names, a row for each item; one with a null for a user who wears nothing. What is moderated is
 * nobody's to wear from that moment on, also before it is taken off.
 */
export const findWornItems = (db: Db, usernameKeys: readonly string[]) =>
  db
    .selectFrom('users')
    .leftJoin('worn_items', (join) =>
      join
        .onRef('worn_items.user_id', '=', 'users.id')
        .on(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('assets')
                .select('assets.id')
                .whereRef('assets.id', '=', 'worn_items.asset_id')
                .where('assets.visibility', '=', 'Moderated'),
            ),
          ),
        ),
    )
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

/** What a user wears of what is here, by type; nothing that is moderated. */
export const findWorn = (db: Db, userId: string) =>
  db
    .selectFrom('worn_items')
    .innerJoin('assets', 'assets.id', 'worn_items.asset_id')
    .select([
      'assets.id',
      'assets.type',
      'assets.name',
      'assets.visibility',
      'assets.withheld',
      'assets.thumbnail',
    ])
    .where('worn_items.user_id', '=', userId)
    .where('assets.visibility', '<>', 'Moderated')
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

export async function countWearers(db: Db, assetId: number): Promise<number> {
  const { count } = await db
    .selectFrom('worn_items')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('asset_id', '=', assetId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** So many of those who wear an asset, by id, from behind one of them on. */
export const listWearers = async (
  db: Db,
  assetId: number,
  { after, limit }: { after: string; limit: number },
): Promise<string[]> =>
  (
    await db
      .selectFrom('worn_items')
      .select('user_id')
      .where('asset_id', '=', assetId)
      .where('user_id', '>', after)
      .orderBy('user_id')
      .limit(limit)
      .execute()
  ).map(({ user_id }) => user_id)

/** Takes an asset off these wearers. Returns the users it was taken off, and whether other users still wear it. */
export async function deleteWearers(
  db: Db,
  assetId: number,
  wearers: readonly string[],
): Promise<{ userIds: string[]; more: boolean }> {
  const userIds = wearers.length > 0 ? await takeOff(db, assetId, wearers) : []
  const [next] = await listWearers(db, assetId, { after: '', limit: 1 })
  return { userIds, more: next !== undefined }
}

async function takeOff(db: Db, assetId: number, wearers: readonly string[]): Promise<string[]> {
  // Users first, in the order in which dressing locks them, so that the two cannot deadlock.
  await lockUsers(db, wearers)
  const deleted = await db
    .deleteFrom('worn_items')
    .where('asset_id', '=', assetId)
    .where('user_id', 'in', wearers)
    .returning('user_id')
    .execute()
  return deleted.map(({ user_id }) => user_id)
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
  { types, after, limit }: { types: readonly number[]; after: NumberedCursor | undefined; limit: number },
) {
  return db
    .selectFrom('owned_assets')
    .innerJoin('assets', 'assets.id', 'owned_assets.asset_id')
    .select(['assets.id', 'assets.name', 'assets.type', 'assets.thumbnail', 'owned_assets.created'])
    .where('owned_assets.user_id', '=', userId)
    .where('assets.visibility', '=', 'Visible')
    .where('assets.type', 'in', types)
    .$call((query) =>
      keysetPage(query, ['owned_assets.created', 'assets.id'], {
        after: after && [after.created, after.id],
        limit,
      }),
    )
    .execute()
}
