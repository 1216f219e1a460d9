import { viewGameErrors } from '@baseplate/platform/places/door'
import { redirect } from '@sveltejs/kit'
import { page } from '#lib/server/page.ts'
import { placeIdOf } from '#lib/server/request-url.ts'
import type { PageServerLoad } from './$types'

export const load: PageServerLoad = page(viewGameErrors, {
  params: { id: placeIdOf },
  data: (found, { event }) => {
    if (event.params.name !== found.slug) redirect(302, `/place/${found.id}/${found.slug}/errors`)
    return found
  },
})
