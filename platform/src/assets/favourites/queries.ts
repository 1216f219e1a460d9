import type { Db } from '../../database.ts'
import type { NumberedCursor } from '../../foundation/cursor.ts'
import { keysetPage } from '../../foundation/database/keyset.ts'

export const isFavourite = async (db: Db, userId: string, assetId: number): Promise<boolean> =>
  (await db
    .selectFrom('asset_favourites')
    .select('asset_id')
    .where('user_id', '=', userId)
    .where('asset_id', '=', assetId)
    .executeTakeFirst()) !== undefined

/** Lists a user's favourites that are visible, the latest first. */
export const findFavourites = (
  db: Db,
  userId: string,
  { after, wished, limit }: { after: NumberedCursor | undefined; wished: boolean; limit: number },
): Promise<NumberedCursor[]> =>
  db
    .selectFrom('asset_favourites')
    .innerJoin('assets', 'assets.id', 'asset_favourites.asset_id')
    .select(['asset_favourites.created', 'asset_favourites.asset_id as id'])
    .where('asset_favourites.user_id', '=', userId)
    .where('assets.visibility', '=', 'Visible')
    .$if(wished, (query) =>
      query
        .where('assets.for_sale', '=', 1)
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('owned_assets')
                .select('owned_assets.asset_id')
                .whereRef('owned_assets.asset_id', '=', 'asset_favourites.asset_id')
                .where('owned_assets.user_id', '=', userId),
            ),
          ),
        ),
    )
    .$call((query) =>
      keysetPage(query, ['asset_favourites.created', 'asset_favourites.asset_id'], {
        after: after && [after.created, after.id],
        limit,
      }),
    )
    .execute()
