import { isVisible } from '../../assets/door.ts'
import type { Db } from '../../foundation/database.ts'
import type { StoredColours } from '../rules.ts'

/** An item as outfits and looks show it. */
export interface LookItem {
  id: number
  name: string
  type: number
  thumbnail: string | null
}

const colourColumns = ['head', 'torso', 'left_arm', 'right_arm', 'left_leg', 'right_leg'] as const

export type OutfitColours = { [Part in keyof StoredColours]: number }

/** Lists the outfits of a user, the newest first. Their number is limited. */
export const findOutfits = (db: Db, userId: string, { sharedOnly }: { sharedOnly: boolean }) =>
  db
    .selectFrom('outfits')
    .select(['id', 'name', 'shared', 'created', ...colourColumns])
    .where('user_id', '=', userId)
    .$if(sharedOnly, (query) => query.where('shared', '=', 1))
    .orderBy('created', 'desc')
    .orderBy('id', 'desc')
    .execute()

/** Lists the visible items of outfits, by type. */
export const findOutfitItems = async (
  db: Db,
  outfitIds: readonly string[],
): Promise<(LookItem & { outfit_id: string })[]> =>
  outfitIds.length === 0
    ? []
    : db
        .selectFrom('outfit_items')
        .innerJoin('assets', 'assets.id', 'outfit_items.asset_id')
        .select(['outfit_id', 'assets.id', 'assets.name', 'assets.type', 'assets.thumbnail'])
        .where('outfit_id', 'in', outfitIds)
        .where(isVisible)
        .orderBy('assets.type')
        .orderBy('assets.id')
        .execute()

export const findOwnOutfit = (db: Db, userId: string, id: string) =>
  db
    .selectFrom('outfits')
    .select(['id', 'name', 'shared', ...colourColumns])
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()

export const findOutfitNamed = (db: Db, userId: string, nameKey: string) =>
  db
    .selectFrom('outfits')
    .select('id')
    .where('user_id', '=', userId)
    .where('name_key', '=', nameKey)
    .executeTakeFirst()

export async function countOutfits(db: Db, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('outfits')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

interface NewOutfit {
  id: string
  userId: string
  name: string
  nameKey: string
  colours: OutfitColours
  created: number
}

export async function insertOutfit(
  db: Db,
  { id, userId, name, nameKey, colours, created }: NewOutfit,
): Promise<void> {
  await db
    .insertInto('outfits')
    .values({ id, user_id: userId, name, name_key: nameKey, created, ...colours })
    .execute()
}

export async function updateOutfit(
  db: Db,
  id: string,
  change: Partial<OutfitColours & { name: string; shared: number; created: number }>,
): Promise<void> {
  await db.updateTable('outfits').set(change).where('id', '=', id).execute()
}

export async function replaceOutfitItems(db: Db, id: string, assetIds: readonly number[]): Promise<void> {
  await db.deleteFrom('outfit_items').where('outfit_id', '=', id).execute()
  if (assetIds.length === 0) return
  await db
    .insertInto('outfit_items')
    .values(assetIds.map((asset_id) => ({ outfit_id: id, asset_id })))
    .execute()
}

export async function deleteOutfitRow(db: Db, userId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('outfits')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
