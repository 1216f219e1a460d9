import { viewPlaceStatistics } from '@baseplate/platform/places/door'
import { redirect } from '@sveltejs/kit'
import { page } from '#lib/server/page.ts'
import { placeIdOf } from '#lib/server/request-url.ts'
import type { PageServerLoad } from './$types'

export const load: PageServerLoad = page(viewPlaceStatistics, {
  params: { id: placeIdOf },
  data: (view, { event: { params, url } }) => {
    if (params.name !== view.slug) redirect(302, `/place/${view.id}/${view.slug}/statistics${url.search}`)
    return view
  },
})
