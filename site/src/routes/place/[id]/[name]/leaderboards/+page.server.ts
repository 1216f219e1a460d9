import { removeScore, viewLeaderboard } from '@baseplate/platform/game-data/door'
import { action } from '#lib/server/action.ts'
import { page } from '#lib/server/page.ts'
import { placeIdOf } from '#lib/server/request-url.ts'
import { underSlug } from '#lib/server/under-slug.ts'
import { t } from '#lib/texts/t.ts'
import type { Actions, PageServerLoad } from './$types'

const params = { id: placeIdOf }

export const load: PageServerLoad = page(viewLeaderboard, {
  params,
  data: (found, { event }) => underSlug(event, found, 'leaderboards'),
})

export const actions: Actions = {
  removescore: action('removescore', removeScore, {
    params,
    done: () => ({ message: t('leaderboards.remove.done') }),
  }),
}
