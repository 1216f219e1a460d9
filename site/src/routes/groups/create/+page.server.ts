import { createGroup, viewGroupPrice } from '@baseplate/platform/people/door'
import { redirect } from '@sveltejs/kit'
import { action } from '#lib/server/action.ts'
import { page } from '#lib/server/page.ts'
import type { Actions, PageServerLoad } from './$types'

export const load: PageServerLoad = page(viewGroupPrice)

export const actions: Actions = {
  default: action('create', createGroup, {
    asks: ({ name = '' }) => name.trim() !== '',
    done: ({ path }) => redirect(302, path),
  }),
}
