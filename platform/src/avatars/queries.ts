import { isPostgres } from '@baseplate/storage/database/dialect'
import { keysetPage } from '@baseplate/storage/database/keyset'
import { lockUsers } from '../accounts/door.ts'
import { isModerated, isNotModerated, isVisible } from '../assets/door.ts'
import type { NumberedCursor } from '../foundation/cursor.ts'
import type { Db } from '../foundation/database.ts'
import type { AvatarTables } from './tables.ts'

/** Finds users by lower-case name, with their colours or nulls. */
export const findBodyColours = (db: Db, usernameKeys: readonly string[]) =>
  db
    .selectFrom('users')
    .leftJoin('body_colours', 'body_colours.user_id', 'users.id')
    .select(['username_key', 'head', 'torso', 'left_arm', 'right_arm', 'left_leg', 'right_leg'])
    .where('username_key', 'in', usernameKeys)
    .execute()

/**
 * Finds users by lower-case name, with a row for each worn item, or one row with a null. Moderated items are left out at once,
 * before the takedown job takes them off.
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
                .where(isModerated),
            ),
          ),
        ),
    )
    .select(['username_key', 'username', 'asset_id'])
    .where('username_key', 'in', usernameKeys)
    .orderBy('asset_id')
    .execute()

/** Finds users by lower-case name. */
export const findUserIds = (db: Db, usernameKeys: readonly string[]) =>
  db.selectFrom('users').select(['username_key', 'id']).where('username_key', 'in', usernameKeys).execute()

/** Finds a user's colours or nulls. Returns undefined when the user does not exist. */
export const findColours = (db: Db, userId: string) =>
  db
    .selectFrom('users')
    .leftJoin('body_colours', 'body_colours.user_id', 'users.id')
    .select(['head', 'torso', 'left_arm', 'right_arm', 'left_leg', 'right_leg'])
    .where('users.id', '=', userId)
    .executeTakeFirst()

/** Lists the items of this instance that a user wears, by type, without moderated items. */
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
    .where(isNotModerated)
    .orderBy('assets.type')
    .orderBy('assets.id')
    .execute()

/** Selects a row for the colours that a user has chosen, and one for each worn item that is not moderated. */
export const dressedIn = (db: Db, userId: string) =>
  db
    .selectFrom('body_colours')
    .select('user_id')
    .where('user_id', '=', userId)
    .unionAll(
      db
        .selectFrom('worn_items')
        .innerJoin('assets', 'assets.id', 'worn_items.asset_id')
        .select('worn_items.user_id')
        .where('worn_items.user_id', '=', userId)
        .where(isNotModerated),
    )

/** Finds the given assets that a user may wear, and locks them, so that a takedown waits until the transaction ends. */
export const lockOwnWearable = async (db: Db, userId: string, ids: readonly number[]) =>
  ids.length === 0
    ? []
    : db
        .selectFrom('assets')
        .innerJoin('owned_assets', 'owned_assets.asset_id', 'assets.id')
        .select(['assets.id', 'assets.type'])
        .where('owned_assets.user_id', '=', userId)
        .where('assets.id', 'in', ids)
        .where(isVisible)
        .orderBy('assets.id')
        // SQLite runs one writing transaction at a time.
        .$if(isPostgres(db), (query) => query.forShare('assets'))
        .execute()

export const insertWorn = async (db: Db, userId: string, assetId: number): Promise<void> => {
  await db.insertInto('worn_items').values({ user_id: userId, asset_id: assetId }).execute()
}

/** Returns whether any of the assets was worn. */
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

/** Lists users who wear an asset, by id. @param after the last user of the previous batch. */
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
  const userIds = wearers.length > 0 ? await deleteRows(db, assetId, wearers) : []
  const [next] = await listWearers(db, assetId, { after: '', limit: 1 })
  return { userIds, more: next !== undefined }
}

async function deleteRows(db: Db, assetId: number, wearers: readonly string[]): Promise<string[]> {
  // Dressing locks the user first, too. The same order prevents deadlocks.
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

/** Lists the visible assets of some types that a user owns, the newest first. */
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
    .where(isVisible)
    .where('assets.type', 'in', types)
    .$call((query) =>
      keysetPage(query, ['owned_assets.created', 'assets.id'], {
        after: after && [after.created, after.id],
        limit,
      }),
    )
    .execute()
}
