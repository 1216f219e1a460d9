import { listPlaces } from '@baseplate/platform/places/lists/list'
import { placeCard } from '#lib/server/cards.ts'
import type { PageServerLoad } from './$types'

/** The list is public: it is what a visitor without an account comes to see. */
export const load: PageServerLoad = async ({ locals, url }) => {
  const { places, ...list } = await listPlaces(locals.platform, Object.fromEntries(url.searchParams))
  return { ...list, places: places.map(placeCard) }
}
