import { listFavouritePlaces } from '@baseplate/platform/places/favourites/list'
import { asActor } from '#lib/server/as-actor.ts'
import { placeCard } from '#lib/server/cards.ts'
import { queryOf } from '#lib/server/request-url.ts'
import type { PageServerLoad } from './$types'

export const load: PageServerLoad = async (event) => {
  const { platform, actor } = asActor(event)
  const { places, next } = await listFavouritePlaces(platform, actor, queryOf(event).cursor)
  return { places: places.map(placeCard), next, assets: [] }
}
