import { createBadge, viewBadges } from '@baseplate/platform/badges/door'
import { redirect } from '@sveltejs/kit'
import { action } from '#lib/server/action.ts'
import { page } from '#lib/server/page.ts'
import { placeIdOf } from '#lib/server/request-url.ts'
import { underSlug } from '#lib/server/under-slug.ts'
import type { Actions, PageServerLoad } from './$types'

const params = { id: placeIdOf }

export const load: PageServerLoad = page(viewBadges, {
  params,
  data: (found, { event }) => underSlug(event, found, 'badges'),
})

export const actions: Actions = {
  create: action('create', createBadge, {
    params,
    done: ({ badge }, { event }) =>
      redirect(302, `/place/${event.params.id}/${event.params.name}/badges/${badge}`),
  }),
}
