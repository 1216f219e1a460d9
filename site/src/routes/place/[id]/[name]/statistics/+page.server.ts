import { viewPlaceStatistics } from '@baseplate/platform/places/statistics/view'
import { redirect } from '@sveltejs/kit'
import { asActor } from '#lib/server/as-actor.ts'
import { placeIdOf, queryOf } from '#lib/server/request-url.ts'
import type { PageServerLoad } from './$types'

export const load: PageServerLoad = async (event) => {
  const { platform, actor } = asActor(event)
  const view = await viewPlaceStatistics(platform, actor, placeIdOf(event.params.id), queryOf(event))
  if (event.params.name !== view.slug)
    redirect(302, `/place/${view.id}/${view.slug}/statistics${event.url.search}`)
  return view
}
