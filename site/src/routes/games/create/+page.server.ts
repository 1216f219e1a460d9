import { createPlace } from '@baseplate/platform/places/create'
import { redirect } from '@sveltejs/kit'
import { formAction } from '#lib/server/form.ts'
import { requireActor } from '#lib/server/session.ts'
import type { Actions, PageServerLoad } from './$types'

export const load: PageServerLoad = (event) => {
  requireActor(event)
}

export const actions: Actions = {
  default: formAction('create', async (event, fields) => {
    const actor = requireActor(event)
    const { id, slug } = await createPlace(event.locals.platform, actor, fields)
    redirect(302, `/place/${id}/${slug}`)
  }),
}
