import { createPlace } from '@baseplate/platform/places/create'
import { maxPlaceNameLength } from '@baseplate/platform/places/rules'
import { redirect } from '@sveltejs/kit'
import { asActor } from '#lib/server/as-actor.ts'
import { actorAction } from '#lib/server/form.ts'
import type { Actions, PageServerLoad } from './$types'

/** Returns what the form for a new place needs. */
export const load: PageServerLoad = (event) => {
  asActor(event)
  return { maxNameLength: maxPlaceNameLength }
}

export const actions: Actions = {
  default: actorAction('create', async ({ platform, actor }, fields) => {
    const { id, slug } = await createPlace(platform, actor, fields)
    redirect(302, `/place/${id}/${slug}`)
  }),
}
