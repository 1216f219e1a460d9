import { listFavouriteAssets } from '@baseplate/platform/assets/catalog/favourites'
import { listFavouritePlaces } from '@baseplate/platform/places/favourites/list'
import { asActor } from '#lib/server/as-actor.ts'
import { assetCards, placeCard } from '#lib/server/cards.ts'
import { queryOf } from '#lib/server/request-url.ts'
import type { PageServerLoad } from './$types'

export const load: PageServerLoad = async (event) => {
  const { platform, actor } = asActor(event)
  const query = queryOf(event)
  const wished = query.show === 'wishlist'
  const [{ places, next }, items] = await Promise.all([
    listFavouritePlaces(platform, actor, query.cursor),
    listFavouriteAssets(platform, actor, { cursor: query.assets, wished }),
  ])
  return {
    places: places.map(placeCard),
    next,
    assets: await assetCards(platform.db, actor, items.assets),
    nextAssets: items.next,
    wished,
  }
}
