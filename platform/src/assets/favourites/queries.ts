import { keysetPage } from '@baseplate/storage/database/keyset'
import { sql } from 'kysely'
import type { NumberedCursor } from '../../foundation/cursor.ts'
import type { Db } from '../../foundation/database.ts'
import { isVisible } from '../visible.ts'

/** Tables of the items that users keep: their favourites and their wish list. */
export type Kept = 'asset_favourites' | 'asset_wishes'

interface KeptRow {
  user_id: string
  asset_id: number
  created: number
}

export const keep = (db: Db, list: Kept, row: KeptRow) =>
  db
    .insertInto(list)
    .values(row)
    .onConflict((conflict) => conflict.columns(['user_id', 'asset_id']).doNothing())
    .execute()

export const release = (db: Db, list: Kept, { user_id, asset_id }: Omit<KeptRow, 'created'>) =>
  db.deleteFrom(list).where('user_id', '=', user_id).where('asset_id', '=', asset_id).execute()

/** Finds whether an item is one of a user's favourites, and whether it is on their wish list, in one statement. */
export async function findKept(
  db: Db,
  userId: string,
  assetId: number,
): Promise<{ favourited: boolean; wished: boolean }> {
  const isIn = (list: Kept) =>
    db.selectFrom(list).select('asset_id').where('user_id', '=', userId).where('asset_id', '=', assetId)
  const { favourite, wish } = await db
    .selectNoFrom([isIn('asset_favourites').as('favourite'), isIn('asset_wishes').as('wish')])
    .executeTakeFirstOrThrow()
  return { favourited: favourite !== null, wished: wish !== null }
}

interface PageRequest {
  after: NumberedCursor | undefined
  limit: number
}

/** Lists a user's favourites that are visible, the latest first. */
export const findFavourites = (
  db: Db,
  userId: string,
  { after, limit }: PageRequest,
): Promise<NumberedCursor[]> =>
  selectKept(db, 'asset_favourites', userId)
    .$call((query) => keysetPage(query, ['kept.created', 'kept.asset_id'], keysetOf({ after, limit })))
    .execute()

/** Lists the visible items on a user's wish list that the user does not own, the latest first. */
export const findWishes = (
  db: Db,
  userId: string,
  { after, limit }: PageRequest,
): Promise<NumberedCursor[]> =>
  selectKept(db, 'asset_wishes', userId)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('owned_assets')
            .select('owned_assets.asset_id')
            .whereRef('owned_assets.asset_id', '=', 'kept.asset_id')
            .where('owned_assets.user_id', '=', userId),
        ),
      ),
    )
    .$call((query) => keysetPage(query, ['kept.created', 'kept.asset_id'], keysetOf({ after, limit })))
    .execute()

const keysetOf = ({ after, limit }: PageRequest) => ({
  after: after && ([after.created, after.id] as const),
  limit,
})

const selectKept = (db: Db, list: Kept, userId: string) =>
  db
    .selectFrom(sql<KeptRow>`${sql.table(list)}`.as('kept'))
    .innerJoin('assets', 'assets.id', 'kept.asset_id')
    .select(['kept.created', 'kept.asset_id as id'])
    .where('kept.user_id', '=', userId)
    .where(isVisible)
