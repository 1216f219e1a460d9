import { viewAsset } from '@baseplate/platform/assets/catalog/view'
import { redirect } from '@sveltejs/kit'
import { assetIdOf } from '#lib/server/asset-id.ts'
import { requireActor } from '#lib/server/session.ts'
import type { PageServerLoad } from './$types'

/** The short address of an item leads to its whole one. */
export const load: PageServerLoad = async (event) => {
  const actor = requireActor(event)
  const id = assetIdOf(event.params.id)
  const { slug } = await viewAsset(event.locals.platform, actor, id)
  redirect(302, `/catalog/${id}/${slug}${event.url.search}`)
}
