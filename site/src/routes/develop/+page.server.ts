import { listReviewedCreations } from '@baseplate/platform/moderation/asset-review/view'
import { listPlacesOf } from '@baseplate/platform/places/lists/queries'
import { placeItem } from '#lib/server/place-item.ts'
import { requireActor } from '#lib/server/session.ts'
import type { PageServerLoad } from './$types'

/** What the person has made; games stand above the first part of the list. */
export const load: PageServerLoad = async (event) => {
  const actor = requireActor(event)
  const { platform } = event.locals
  const cursor = event.url.searchParams.get('cursor') ?? undefined
  const [list, places] = await Promise.all([
    listReviewedCreations(platform, actor, cursor),
    cursor === undefined ? listPlacesOf(platform.db, platform.now(), actor.id) : [],
  ])
  return { ...list, places: places.map(placeItem), creatable: platform.config.Assets.Creatable }
}
