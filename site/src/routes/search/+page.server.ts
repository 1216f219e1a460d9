import { searchAll, searchPageInput, searchPeople } from '@baseplate/platform/search/door'
import { asActor } from '#lib/server/as-actor.ts'
import { assetCards, placeCard } from '#lib/server/cards.ts'
import { friendActions } from '#lib/server/friend-actions.ts'
import { handles } from '#lib/server/operation.ts'
import { readList } from '#lib/server/read-list.ts'
import type { Actions, PageServerLoad, PageServerLoadEvent } from './$types'

export const load: PageServerLoad = handles(
  {
    scope: searchAll.scope,
    level: searchAll.level,
    input: searchPageInput,
    summary: 'Searches all kinds by name. With `in=people` or a cursor, lists people page by page.',
  },
  (event: PageServerLoadEvent) => {
    const { platform, actor } = asActor(event)
    const read = async (query: Record<string, string>) => {
      if (query.in === 'people' || query.cursor !== undefined) return searchPeople(platform, actor, query)
      const { places, assets, ...found } = await searchAll(platform, actor, query)
      return {
        ...found,
        places: places.map(placeCard),
        assets: await assetCards(platform.db, actor, assets),
      }
    }
    return readList(event, read)
  },
)

export const actions: Actions = friendActions
