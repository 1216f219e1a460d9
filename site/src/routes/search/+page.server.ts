import { searchAll } from '@baseplate/platform/search/search-all'
import { searchPeople } from '@baseplate/platform/search/search-people'
import { catalogItems } from '#lib/server/catalog-items.ts'
import { placeItem } from '#lib/server/place-item.ts'
import { requireActor } from '#lib/server/session.ts'
import type { PageServerLoad } from './$types'

/**
 * Everything that has it in its name; with `in=people`, or a cursor, people alone, page after page. The search field asks this
 * address for its suggestions, too, as a program.
 */
export const load: PageServerLoad = async (event) => {
  const actor = requireActor(event)
  const { platform } = event.locals
  const input = Object.fromEntries(event.url.searchParams)
  if (input.in === 'people' || input.cursor !== undefined) return searchPeople(platform, actor, input)
  const { places, assets, ...found } = await searchAll(platform, actor, input)
  return {
    ...found,
    places: places.map(placeItem),
    assets: await catalogItems(platform.db, actor, assets),
  }
}
