import { viewAsset } from '@baseplate/platform/assets/view-item'
import { redirect } from '@sveltejs/kit'
import { asActor } from '#lib/server/as-actor.ts'
import { assetIdOf } from '#lib/server/request-url.ts'
import type { PageServerLoad } from './$types'

/** Redirects the short URL of an item to its full one. */
export const load: PageServerLoad = async (event) => {
  const { platform, actor } = asActor(event)
  const id = assetIdOf(event.params.id)
  const { slug } = await viewAsset(platform, actor, id)
  redirect(302, `/catalog/${id}/${slug}${event.url.search}`)
}
