import { viewServerLog } from '@baseplate/platform/places/door'
import { redirect } from '@sveltejs/kit'
import { page } from '#lib/server/page.ts'
import { placeIdOf } from '#lib/server/request-url.ts'
import type { PageServerLoad } from './$types'

export const load: PageServerLoad = page(viewServerLog, {
  params: { id: placeIdOf },
  data: (log, { event }) => {
    if (event.params.name !== log.slug) redirect(302, `/place/${log.id}/${log.slug}/log`)
    return log
  },
})
