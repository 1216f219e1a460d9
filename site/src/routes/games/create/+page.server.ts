import { createPlace } from '@baseplate/platform/places/door'
import { maxPlaceNameLength } from '@baseplate/platform/places/rules'
import { redirect } from '@sveltejs/kit'
import { action } from '#lib/server/action.ts'
import { type Acting, forUsers } from '#lib/server/as-actor.ts'
import { offersTemplate } from '#lib/server/game-template.ts'
import type { Actions, PageServerLoad, PageServerLoadEvent } from './$types'

export const load: PageServerLoad = forUsers(
  { summary: 'Returns what the form for a new place needs.', scope: 'places:write' },
  ({ platform }: Acting<PageServerLoadEvent>) => ({
    maxNameLength: maxPlaceNameLength,
    /** Whether makers can start from a template: `/develop/first-game`. */
    offersTemplate: offersTemplate(platform.config),
  }),
)

export const actions: Actions = {
  default: action('create', createPlace, { done: ({ id, slug }) => redirect(302, `/place/${id}/${slug}`) }),
}
