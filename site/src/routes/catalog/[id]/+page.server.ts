import { viewAsset } from '@baseplate/platform/assets/door'
import { redirect } from '@sveltejs/kit'
import { asActor } from '#lib/server/as-actor.ts'
import { handles } from '#lib/server/operation.ts'
import { assetIdOf } from '#lib/server/request-url.ts'
import type { PageServerLoad, PageServerLoadEvent } from './$types'

export const load: PageServerLoad = handles(
  { scope: viewAsset.scope, summary: 'Redirects the short URL of an item to its full one.' },
  async (event: PageServerLoadEvent) => {
    const { platform, actor } = asActor(event)
    const id = assetIdOf(event.params.id)
    const { slug } = await viewAsset(platform, actor, { id })
    redirect(302, `/catalog/${id}/${slug}${event.url.search}`)
  },
)
