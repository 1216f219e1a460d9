import { viewPlace } from '@baseplate/platform/places/view'
import { redirect } from '@sveltejs/kit'
import { asActor } from '#lib/server/as-actor.ts'
import { placeIdOf, privateTicketOf } from '#lib/server/request-url.ts'
import type { PageServerLoad } from './$types'

/** Redirects the short URL of a place to its full one. */
export const load: PageServerLoad = async (event) => {
  const { platform, actor } = asActor(event)
  const id = placeIdOf(event.params.id)
  const { slug } = await viewPlace(platform, actor, id, privateTicketOf(event))
  redirect(302, `/place/${id}/${slug}${event.url.search}`)
}
