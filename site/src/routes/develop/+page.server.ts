import { listReviewedCreations } from '@baseplate/platform/moderation/asset-review/view'
import { listPlacesOf } from '@baseplate/platform/places/lists/queries'
import { asActor } from '#lib/server/as-actor.ts'
import { placeCard } from '#lib/server/cards.ts'
import type { PageServerLoad } from './$types'

/** Lists the user's creations. Games appear above the first page of items. */
export const load: PageServerLoad = async (event) => {
  const { platform, actor } = asActor(event)
  const cursor = event.url.searchParams.get('cursor') ?? undefined
  const [list, places] = await Promise.all([
    listReviewedCreations(platform, actor, cursor),
    cursor === undefined ? listPlacesOf(platform.db, platform.now(), actor.id) : [],
  ])
  return { ...list, places: places.map(placeCard), creatable: platform.config.Assets.Creatable }
}
