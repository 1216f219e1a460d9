import { permissionLevel } from '@baseplate/platform/accounts/rules'
import { startServerById } from '@baseplate/platform/places/servers/admin/start-server'
import { redirect } from '@sveltejs/kit'
import { staffAction } from '#lib/server/form.ts'
import type { Actions, PageServerLoad } from './$types'

/** Programs get the data of the page, which is the list of its layout. */
export const load: PageServerLoad = async ({ parent }) => (await parent()).list

export const actions: Actions = {
  start: staffAction(permissionLevel.moderator, 'start', async ({ platform, actor }, fields) => {
    const { id } = await startServerById(platform, actor, fields)
    redirect(302, `/admin/servers/${id}`)
  }),
}
