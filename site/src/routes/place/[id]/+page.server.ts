import { viewPlace } from '@baseplate/platform/places/view'
import { redirect } from '@sveltejs/kit'
import { placeIdOf } from '#lib/server/place-id.ts'
import { requireActor } from '#lib/server/session.ts'
import type { PageServerLoad } from './$types'

/** The short address of a place leads to its whole one. */
export const load: PageServerLoad = async (event) => {
  const actor = requireActor(event)
  const id = placeIdOf(event.params.id)
  const privateTicket = event.url.searchParams.get('privateServer') ?? undefined
  const { slug } = await viewPlace(event.locals.platform, actor, id, privateTicket)
  redirect(302, `/place/${id}/${slug}${event.url.search}`)
}
