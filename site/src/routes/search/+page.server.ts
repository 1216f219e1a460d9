import { searchAll } from '@baseplate/platform/search/search-all'
import { searchPeople } from '@baseplate/platform/search/search-people'
import { asActor } from '#lib/server/as-actor.ts'
import { assetCards, placeCard } from '#lib/server/cards.ts'
import { friendActions } from '#lib/server/friend-actions.ts'
import { queryOf } from '#lib/server/request-url.ts'
import type { Actions, PageServerLoad } from './$types'

/**
 * Searches all kinds by name. With `in=people` or a cursor, lists people page by page.
 */
export const load: PageServerLoad = async (event) => {
  const { platform, actor } = asActor(event)
  const input = queryOf(event)
  if (input.in === 'people' || input.cursor !== undefined) return searchPeople(platform, actor, input)
  const { places, assets, ...found } = await searchAll(platform, actor, input)
  return {
    ...found,
    places: places.map(placeCard),
    assets: await assetCards(platform.db, actor, assets),
  }
}

export const actions: Actions = friendActions
