import { listPublicPlaces } from '@baseplate/platform/places/queries'
import { error } from '@sveltejs/kit'
import { placeItem } from '#lib/server/place-item.ts'
import type { PageServerLoad } from './$types'

const perPage = 50
const lastPage = 10_000

/** The list is public: it is what a visitor without an account comes to see. */
export const load: PageServerLoad = async ({ locals, url }) => {
  const page = pageOf(url.searchParams.get('page') ?? '1')
  const { db, placeRankings } = locals.platform
  const places = await listPublicPlaces(db, await placeRankings.read(), {
    limit: perPage + 1,
    offset: (page - 1) * perPage,
  })
  return { places: places.slice(0, perPage).map(placeItem), page, more: places.length > perPage }
}

function pageOf(text: string): number {
  const page = /^\d{1,5}$/.test(text) ? Number(text) : 0
  if (page < 1 || page > lastPage) error(400, 'The page is a number from 1')
  return page
}
