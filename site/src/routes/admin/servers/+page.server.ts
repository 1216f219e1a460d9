import { startServerById, viewServers } from '@baseplate/platform/places/door'
import { redirect } from '@sveltejs/kit'
import { action } from '#lib/server/action.ts'
import { handles, operationWith } from '#lib/server/operation.ts'
import type { Actions, PageServerLoad, PageServerLoadEvent } from './$types'

/** Programs get the data of the page, which is the list of its layout. */
export const load: PageServerLoad = handles(
  operationWith(viewServers),
  async ({ parent }: PageServerLoadEvent) => (await parent()).list,
)

export const actions: Actions = {
  start: action('start', startServerById, { done: ({ id }) => redirect(302, `/admin/servers/${id}`) }),
}
