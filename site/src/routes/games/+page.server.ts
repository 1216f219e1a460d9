import type { Actor } from '@baseplate/platform/accounts/rules'
import { slugOf } from '@baseplate/platform/foundation/slug'
import { listFriendsPlaces, listPlaces, recommendPlaces } from '@baseplate/platform/places/door'
import type { Platform } from '@baseplate/platform/platform'
import { placeCard } from '#lib/server/cards.ts'
import { handles, operationWith } from '#lib/server/operation.ts'
import { readList } from '#lib/server/read-list.ts'
import type { PageServerLoad, PageServerLoadEvent } from './$types'

export const load: PageServerLoad = handles(operationWith(listPlaces), async (event: PageServerLoadEvent) => {
  const { platform, actor } = event.locals
  const { genres } = await platform.branding.read()
  if (event.url.searchParams.size === 0 && !event.isSubRequest) {
    const [shelves, own] = await Promise.all([
      platform.placeShelves.read(),
      actor && ownShelves(platform, actor),
    ])
    return {
      ...{ sort: 'playing' as const, q: '', genre: '', tag: '', places: [], next: null, corrected: null },
      shelves: shelves.map(({ places, ...shelf }) => ({ ...shelf, places: places.map(placeCard) })),
      own,
      genres,
    }
  }
  const read = async (query: Record<string, string>) => {
    const { places, ...list } = await listPlaces(platform, actor, query)
    return { ...list, places: places.map(placeCard), shelves: null, own: null, genres }
  }
  return readList(event, read, ['q'])
})

async function ownShelves(platform: Platform, actor: Actor) {
  const [recommended, friends] = await Promise.all([
    recommendPlaces(platform, actor),
    listFriendsPlaces(platform, actor),
  ])
  return {
    recommended: recommended && {
      because: { ...recommended.because, slug: slugOf(recommended.because.name) },
      places: recommended.places.map(placeCard),
    },
    friends: friends.map(placeCard),
  }
}
