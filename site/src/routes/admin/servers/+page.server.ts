import { permissionLevel } from '@baseplate/platform/accounts/rules'
import { startServerById } from '@baseplate/platform/places/servers/admin/start-server'
import { viewServers } from '@baseplate/platform/places/servers/admin/view-servers'
import { redirect } from '@sveltejs/kit'
import { asActor } from '#lib/server/as-actor.ts'
import { staffAction } from '#lib/server/form.ts'
import { queryOf } from '#lib/server/request-url.ts'
import type { Actions, PageServerLoad } from './$types'

export const load: PageServerLoad = (event) => {
  const { platform, actor } = asActor(event, permissionLevel.moderator)
  return viewServers(platform, actor, queryOf(event))
}

export const actions: Actions = {
  start: staffAction(permissionLevel.moderator, 'start', async ({ platform, actor }, fields) => {
    const { id } = await startServerById(platform, actor, fields)
    redirect(302, `/admin/servers/${id}`)
  }),
}
