import { viewAssetStatistics } from '@baseplate/platform/assets/door'
import { redirect } from '@sveltejs/kit'
import { page } from '#lib/server/page.ts'
import { assetIdOf } from '#lib/server/request-url.ts'
import type { PageServerLoad, PageServerLoadEvent } from './$types'

export const load: PageServerLoad = page(viewAssetStatistics, {
  params: { id: assetIdOf },
  data: (view, { event: { params, url } }: { event: PageServerLoadEvent }) => {
    if (params.name !== view.slug) redirect(302, `/catalog/${view.id}/${view.slug}/statistics${url.search}`)
    return view
  },
})
