import { deleteDraft, listDrafts } from '@baseplate/platform/assets/door'
import { viewOverview } from '@baseplate/platform/makers/door'
import { listReviewedCreations } from '@baseplate/platform/moderation/door'
import { action } from '#lib/server/action.ts'
import { type Acting, forUsers } from '#lib/server/as-actor.ts'
import { placeCard } from '#lib/server/cards.ts'
import { offersTemplate } from '#lib/server/game-template.ts'
import type { Actions, PageServerLoad, PageServerLoadEvent } from './$types'

export const load: PageServerLoad = forUsers(
  {
    reads: ['cursor', 'show'],
    scope: 'assets:write',
    summary:
      "Lists the user's creations. Games and an overview of the last day appear above the first page of all items.",
  },
  async ({ platform, actor, event }: Acting<PageServerLoadEvent>) => {
    const cursor = event.url.searchParams.get('cursor') ?? undefined
    const isHidden = event.url.searchParams.get('show') === 'hidden'
    const isFirst = cursor === undefined && !isHidden
    const [list, overview, drafts] = await Promise.all([
      listReviewedCreations(platform, actor, { cursor, isHidden }),
      isFirst ? viewOverview(platform, actor) : null,
      isFirst ? listDrafts(platform.db, actor.id) : [],
    ])
    return {
      ...list,
      drafts,
      places: (overview?.places ?? []).map((place) => placeCard(place)),
      overview: overview && {
        lately: overview.lately,
        before: overview.before,
        hours: overview.hours,
        unapproved: overview.unapproved,
        comments: overview.newComments,
      },
      creatable: platform.config.Assets.Creatable,
      /** Whether makers can start from a template: `/develop/first-game`. */
      offersTemplate: offersTemplate(platform.config),
    }
  },
)

export const actions: Actions = {
  deletedraft: action('deletedraft', deleteDraft),
}
