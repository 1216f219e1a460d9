import { deleteDraft } from '@baseplate/platform/assets/drafts/delete'
import { listDrafts } from '@baseplate/platform/assets/drafts/queries'
import { listReviewedCreations } from '@baseplate/platform/moderation/asset-review/view'
import { listPlacesOf } from '@baseplate/platform/places/lists/queries'
import { asActor } from '#lib/server/as-actor.ts'
import { placeCard } from '#lib/server/cards.ts'
import { actorAction } from '#lib/server/form.ts'
import type { Actions, PageServerLoad } from './$types'

/** Lists the user's creations. Games and drafts appear above the first page of items. */
export const load: PageServerLoad = async (event) => {
  const { platform, actor } = asActor(event)
  const cursor = event.url.searchParams.get('cursor') ?? undefined
  const [list, places, drafts] = await Promise.all([
    listReviewedCreations(platform, actor, cursor),
    cursor === undefined ? listPlacesOf(platform.db, platform.now(), actor.id) : [],
    cursor === undefined ? listDrafts(platform.db, actor.id) : [],
  ])
  return {
    ...list,
    drafts,
    places: places.map((place) => placeCard(place)),
    creatable: platform.config.Assets.Creatable,
  }
}

export const actions: Actions = {
  deletedraft: actorAction('deletedraft', async ({ platform, actor }, fields) => {
    await deleteDraft(platform, actor, fields)
    return undefined
  }),
}
