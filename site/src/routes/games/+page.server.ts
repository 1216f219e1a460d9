import { listPlaces } from '@baseplate/platform/places/lists/list'
import { placeCard } from '#lib/server/cards.ts'
import type { PageServerLoad } from './$types'

/** Lists public places, for visitors too. */
export const load: PageServerLoad = async ({ locals, url }) => {
  const { places, ...list } = await listPlaces(locals.platform, Object.fromEntries(url.searchParams))
  return { ...list, places: places.map(placeCard) }
}
