import { viewAsset } from '@baseplate/platform/assets/door'
import { redirect } from '@sveltejs/kit'
import { type Acting, forUsers } from '#lib/server/as-actor.ts'
import { assetIdOf } from '#lib/server/request-url.ts'
import type { PageServerLoad, PageServerLoadEvent } from './$types'

export const load: PageServerLoad = forUsers(
  { scope: viewAsset.scope, summary: 'Redirects the short URL of an item to its full one.' },
  async ({ platform, actor, event }: Acting<PageServerLoadEvent>) => {
    const id = assetIdOf(event.params.id)
    const { slug } = await viewAsset(platform, actor, { id })
    redirect(302, `/catalog/${id}/${slug}${event.url.search}`)
  },
)
