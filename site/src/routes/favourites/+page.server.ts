import { listFavouriteAssets } from '@baseplate/platform/assets/door'
import { listFavouritePlaces } from '@baseplate/platform/places/door'
import { type Acting, forUsers } from '#lib/server/as-actor.ts'
import { assetCards, placeCard } from '#lib/server/cards.ts'
import { queryOf } from '#lib/server/request-url.ts'
import type { PageServerLoad, PageServerLoadEvent } from './$types'

export const load: PageServerLoad = forUsers(
  {
    reads: ['show', 'cursor', 'assets'],
    scope: 'read',
    summary: "Lists the user's favourite games, and their favourite items or wish list, the latest first.",
  },
  async ({ platform, actor, event }: Acting<PageServerLoadEvent>) => {
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
  },
)
