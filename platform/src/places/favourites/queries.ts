import type { Db } from '../../database.ts'
import type { NumberedCursor } from '../../foundation/cursor.ts'
import { keysetPage } from '../../foundation/database/keyset.ts'
import { isUp } from '../queries.ts'

/** Lists a user's favourites that are public, the latest first. */
export const findFavourites = (
  db: Db,
  userId: string,
  { after, limit }: { after: NumberedCursor | undefined; limit: number },
): Promise<NumberedCursor[]> =>
  db
    .selectFrom('place_favourites')
    .innerJoin('places', 'places.id', 'place_favourites.place_id')
    .select(['place_favourites.created', 'place_favourites.place_id as id'])
    .where('place_favourites.user_id', '=', userId)
    .where('places.private_server', '=', 0)
    .where(isUp)
    .$call((query) =>
      keysetPage(query, ['place_favourites.created', 'place_favourites.place_id'], {
        after: after && [after.created, after.id],
        limit,
      }),
    )
    .execute()
