import { createPlace } from '@baseplate/platform/places/door'
import { maxPlaceNameLength } from '@baseplate/platform/places/rules'
import { redirect } from '@sveltejs/kit'
import { action } from '#lib/server/action.ts'
import { asActor } from '#lib/server/as-actor.ts'
import { handles } from '#lib/server/operation.ts'
import type { Actions, PageServerLoad, PageServerLoadEvent } from './$types'

export const load: PageServerLoad = handles(
  { summary: 'Returns what the form for a new place needs.', scope: 'places:write' },
  (event: PageServerLoadEvent) => {
    asActor(event)
    return { maxNameLength: maxPlaceNameLength }
  },
)

export const actions: Actions = {
  default: action('create', createPlace, { done: ({ id, slug }) => redirect(302, `/place/${id}/${slug}`) }),
}
