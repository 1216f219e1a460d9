import { viewPlace } from '@baseplate/platform/places/door'
import { redirect } from '@sveltejs/kit'
import { asActor } from '#lib/server/as-actor.ts'
import { handles, operationWith } from '#lib/server/operation.ts'
import { placeIdOf, privateTicketOf } from '#lib/server/request-url.ts'
import type { PageServerLoad, PageServerLoadEvent } from './$types'

const redirects = {
  ...operationWith(viewPlace, { id: placeIdOf }),
  summary: 'Redirects the short URL of a place to its full one.',
}

export const load: PageServerLoad = handles(redirects, async (event: PageServerLoadEvent) => {
  const { platform, actor } = asActor(event)
  const id = placeIdOf(event.params.id)
  const { slug } = await viewPlace(platform, actor, { id, privateServer: privateTicketOf(event) })
  redirect(302, `/place/${id}/${slug}${event.url.search}`)
})
