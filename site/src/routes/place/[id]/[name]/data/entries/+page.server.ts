import { startDataRestore, viewDataEntries } from '@baseplate/platform/game-data/door'
import { redirect } from '@sveltejs/kit'
import { action } from '#lib/server/action.ts'
import { page } from '#lib/server/page.ts'
import { placeIdOf } from '#lib/server/request-url.ts'
import { underSlug } from '#lib/server/under-slug.ts'
import type { Actions, PageServerLoad } from './$types'

const params = { id: placeIdOf }

export const load: PageServerLoad = page(viewDataEntries, {
  params,
  data: (found, { event }) => underSlug(event, found, 'data/entries'),
})

export const actions: Actions = {
  restoreall: action('restoreall', startDataRestore, {
    params,
    asks: () => true,
    done: (_, { event }) => redirect(303, `/place/${event.params.id}/${event.params.name}/data#restores`),
  }),
}
