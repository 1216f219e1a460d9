import { createPlace } from '@baseplate/platform/places/door'
import { maxPlaceNameLength } from '@baseplate/platform/places/rules'
import { redirect } from '@sveltejs/kit'
import { action } from '#lib/server/action.ts'
import { forUsers } from '#lib/server/as-actor.ts'
import type { Actions, PageServerLoad } from './$types'

export const load: PageServerLoad = forUsers(
  { summary: 'Returns what the form for a new place needs.', scope: 'places:write' },
  () => ({ maxNameLength: maxPlaceNameLength }),
)

export const actions: Actions = {
  default: action('create', createPlace, { done: ({ id, slug }) => redirect(302, `/place/${id}/${slug}`) }),
}
