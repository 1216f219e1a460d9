import { keysetPage } from '@baseplate/storage/database/keyset'
import type { Actor } from '../../accounts/rules.ts'
import { type NumberedCursor, parseNumberedCursor, toPage } from '../../foundation/cursor.ts'
import type { Db } from '../../foundation/database.ts'
import { type PlaceListing, readListings } from '../lists/listings.ts'
import type { PlaceRankings } from '../lists/ranking.ts'
import { isUp } from '../visible.ts'

const favouritesPerPage = 50

/** Lists the actor's favourite places, the latest first. @throws Refused `invalid` for an unknown cursor */
export async function listFavouritePlaces(
  platform: { db: Db; placeRankings: PlaceRankings },
  actor: Actor,
  cursor?: string,
): Promise<{ places: PlaceListing[]; next: string | null }> {
  const { db } = platform
  const after = parseNumberedCursor(cursor)
  const found = await findFavourites(db, actor.id, { after, limit: favouritesPerPage + 1 })
  const { rows, next } = toPage(
    found.map(({ created, id }) => ({ created, id: String(id) })),
    favouritesPerPage,
  )
  const ids = rows.map(({ id }) => Number(id))
  return { places: await readListings(db, await platform.placeRankings.read(), ids), next }
}

/** Lists a user's favourites that are public, the latest first. */
const findFavourites = (
  db: Db,
  userId: string,
  { after, limit }: { after: NumberedCursor | undefined; limit: number },
): Promise<NumberedCursor[]> =>
  db
    .selectFrom('place_favourites')
    .innerJoin('places', 'places.id', 'place_favourites.place_id')
    .select(['place_favourites.created', 'place_favourites.place_id as id'])
    .where('place_favourites.user_id', '=', userId)
    .where('places.listed', '=', 1)
    .where(isUp)
    .$call((query) =>
      keysetPage(query, ['place_favourites.created', 'place_favourites.place_id'], {
        after: after && [after.created, after.id],
        limit,
      }),
    )
    .execute()
